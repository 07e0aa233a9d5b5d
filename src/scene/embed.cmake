# cmake -DINPUT=file -DOUTPUT=file.c -DNAME=symbol -P embed.cmake: a file as a C array with its size.
file(READ ${INPUT} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"scene/schema_text.h\"\n\nconst unsigned char ${NAME}[] = {\n${bytes}};\nconst size_t ${NAME}_size = ${size};\n")

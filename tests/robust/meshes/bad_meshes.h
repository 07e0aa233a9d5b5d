// The two tables of malformed meshes.
#ifndef VT_TESTS_BAD_MESHES_H
#define VT_TESTS_BAD_MESHES_H

// Reads the bytes as a file of that name; it must fail with one line that contains the part.
void expect_bad(const char *name, const char *data, unsigned long size, const char *part);

void test_bad_text(void);
void test_bad_binary(void);

#endif

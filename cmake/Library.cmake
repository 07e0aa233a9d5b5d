# The rooms joined into one library: `ventouse` (shared, exports what VT_API marks) and `ventouse_static`.
get_property(VT_ROOMS GLOBAL PROPERTY VT_ROOMS)
set(VT_OBJECTS)
foreach(room ${VT_ROOMS})
  list(APPEND VT_OBJECTS $<TARGET_OBJECTS:${room}>)
endforeach()

file(GLOB VT_PUBLIC_HEADERS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/ventouse/*.h)

add_library(ventouse SHARED ${VT_OBJECTS})
add_library(ventouse_static STATIC ${VT_OBJECTS})
add_library(ventouse::ventouse ALIAS ventouse)
add_library(ventouse::ventouse_static ALIAS ventouse_static)

foreach(library ventouse ventouse_static)
  target_link_libraries(${library} PRIVATE ${VT_DEPENDENCIES})
  target_include_directories(${library} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME ventouse LINKER_LANGUAGE C)
endforeach()

# Before 1.0 every minor version may break the binary interface.
set_target_properties(ventouse PROPERTIES VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
# Visibility hides our own; the map also hides what the compiler adds.
target_link_options(ventouse PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map)
set_target_properties(ventouse PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.map)
if(NOT VT_SANITIZE)
  target_link_options(ventouse PRIVATE -Wl,--no-undefined)
endif()

# `cmake --install`: library, headers, program, scenes and meshes, pkg-config file and CMake package.
include(CMakePackageConfigHelpers)
set(VT_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/ventouse)

install(TARGETS ventouse EXPORT ventouse-shared)
install(TARGETS ventouse_static EXPORT ventouse-static)
install(FILES ${VT_PUBLIC_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ventouse)
install(EXPORT ventouse-shared NAMESPACE ventouse:: DESTINATION ${VT_PACKAGE_DIR})
install(EXPORT ventouse-static NAMESPACE ventouse:: DESTINATION ${VT_PACKAGE_DIR})
install(FILES LICENSE docs/licences.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(TARGET ventouse_cli)
  # The installed program finds its library beside itself, wherever the tree is moved.
  file(RELATIVE_PATH back ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(ventouse_cli PROPERTIES OUTPUT_NAME ventouse INSTALL_RPATH "$ORIGIN/${back}")
  install(TARGETS ventouse_cli)
endif()
foreach(folder scenes meshes)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${folder})
    install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/ventouse PATTERN ".*" EXCLUDE
      PATTERN "*.py" EXCLUDE)
  endif()
endforeach()

write_basic_package_version_file(ventouse-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_package_config_file(cmake/ventouse-config.cmake.in ventouse-config.cmake
  INSTALL_DESTINATION ${VT_PACKAGE_DIR})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ventouse-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/ventouse-config-version.cmake DESTINATION ${VT_PACKAGE_DIR})
install(FILES cmake/Dependencies.cmake RENAME ventouse-dependencies.cmake DESTINATION ${VT_PACKAGE_DIR})

# In the pkg-config file the prefix is told from the file's own place.
file(RELATIVE_PATH VT_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" VT_PC_PREFIX "${VT_PC_PREFIX}")
configure_file(cmake/ventouse.pc.in ventouse.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ventouse.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

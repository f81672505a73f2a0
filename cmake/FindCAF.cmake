# CAF 0.17 as Debian packages it, without CMake or pkg-config files of its own.
#
#   find_package(CAF 0.17 REQUIRED COMPONENTS core io)
#
# makes the targets CAF::core and CAF::io, named as later releases of CAF name theirs.

find_path(CAF_INCLUDE_DIR NAMES caf/all.hpp)
if(CAF_INCLUDE_DIR)
  file(STRINGS "${CAF_INCLUDE_DIR}/caf/config.hpp" caf_version_line
       REGEX "^#define CAF_VERSION [0-9]+$")
  string(REGEX REPLACE "[^0-9]" "" caf_version_digits "${caf_version_line}")
  if(caf_version_digits)
    math(EXPR caf_major "${caf_version_digits} / 10000")
    math(EXPR caf_minor "${caf_version_digits} / 100 % 100")
    math(EXPR caf_patch "${caf_version_digits} % 100")
    set(CAF_VERSION "${caf_major}.${caf_minor}.${caf_patch}")
  endif()
endif()

find_package(Threads REQUIRED)
set(caf_required CAF_INCLUDE_DIR)
foreach(component IN LISTS CAF_FIND_COMPONENTS)
  find_library(CAF_${component}_LIBRARY NAMES caf_${component})
  mark_as_advanced(CAF_${component}_LIBRARY)
  list(APPEND caf_required CAF_${component}_LIBRARY)
  if(CAF_INCLUDE_DIR AND CAF_${component}_LIBRARY)
    set(CAF_${component}_FOUND TRUE)
    if(NOT TARGET CAF::${component})
      add_library(CAF::${component} SHARED IMPORTED)
      set_target_properties(CAF::${component} PROPERTIES
        IMPORTED_LOCATION "${CAF_${component}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${CAF_INCLUDE_DIR}"
        INTERFACE_LINK_LIBRARIES Threads::Threads)
    endif()
  endif()
endforeach()
if(TARGET CAF::io AND TARGET CAF::core)
  target_link_libraries(CAF::io INTERFACE CAF::core)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CAF REQUIRED_VARS ${caf_required} VERSION_VAR CAF_VERSION
                                      HANDLE_COMPONENTS)
mark_as_advanced(CAF_INCLUDE_DIR)

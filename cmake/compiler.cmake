# Flags that every target of ours is built with.

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without these it does not keep what was compiled with a precompiled header, or gives back a
  # precompiled header that is older than what it was made of.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 "${CCACHE}")
endif()

# Compiles headers that are heavy and many files of a target include, once. Only with GCC: the one
# build by clang is of the fuzzers, where it does not pay.
function(faucet_precompile target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_precompile_headers(${target} PRIVATE ${ARGN})
    # The first is what ccache needs. GCC 12 forgets that precompiled headers of the system are the
    # system's, and tells the false alarms of the others that std::string raises.
    target_compile_options(${target} PRIVATE -fpch-preprocess -Wno-array-bounds
                                             -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endfunction()

# Not mold: Debian 12's writes, for some sizes of a program, a RELRO segment that the loader refuses
# ("cannot apply additional memory protection after relocation").

add_library(faucet_flags INTERFACE)
target_include_directories(faucet_flags INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(faucet_flags INTERFACE -Wall -Wextra -Wpedantic -Wno-unused-parameter
                                              -Wno-missing-field-initializers)
if(NOT CMAKE_UNITY_BUILD) # there a local name would be told to hide one of another file
  target_compile_options(faucet_flags INTERFACE -Wshadow)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # which takes a file of the group for a header
  target_compile_options(faucet_flags INTERFACE -Wno-subobject-linkage)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(faucet_flags INTERFACE -Wno-restrict) # false alarms of GCC 12 on string concatenation
endif()
if(FAUCET_WARNINGS_AS_ERRORS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Of the compiler that builds what ships. Clang builds the fuzzers only, and warns of other things.
  target_compile_options(faucet_flags INTERFACE -Werror)
endif()

if(FAUCET_SANITIZE)
  add_compile_options(-fsanitize=${FAUCET_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${FAUCET_SANITIZE})
  if(FAUCET_SANITIZE MATCHES "undefined")
    # CAF 0.17 binds references to null when it registers functions without arguments.
    add_compile_options(-fno-sanitize=null -fno-sanitize-recover=undefined)
  endif()
endif()

if(FAUCET_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

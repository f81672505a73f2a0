# One static library a layer: faucet_layer(model DEPENDS tl-expected).
# A layer is made of every source file below its folder, so that a new connector needs no line here.

function(faucet_layer name)
  cmake_parse_arguments(arg "" "" "DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  add_library(faucet_${name} STATIC ${sources})
  target_link_libraries(faucet_${name} PUBLIC faucet_flags ${arg_DEPENDS})
endfunction()

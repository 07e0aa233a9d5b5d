// Malformed binary files: made here, or samples of real tools cut short at every length.
#include "bad_meshes.h"

#include "mesh/reader.h"

#include "bytes.h"

static void start_gmsh(bytes *file, const char *version) {
  char line[32];
  *file = (bytes){0};
  snprintf(line, sizeof line, "$MeshFormat\n%s 1 8\n", version);
  put_text(file, line);
  put_int(file, 1);
  put_text(file, "\n$EndMeshFormat\n");
}

static void test_gmsh(void) {
  bytes file = {0};
  put_text(&file, "$MeshFormat\n2.2 1 8\n");
  put_int(&file, 77);
  put_text(&file, "\n$EndMeshFormat\n");
  expect_bad("order.msh", file.data, file.size, "byte order mark that is not 1");

  start_gmsh(&file, "2.2");
  put_text(&file, "$Nodes\n2000000000\n");
  put_int(&file, 1);
  expect_bad("many.msh", file.data, file.size, "found 2000000000 as number of nodes");

  start_gmsh(&file, "2.2");
  put_text(&file, "$Nodes\n1\n");
  put_int(&file, 1);
  put_double(&file, 0);
  put_double(&file, 0.0 / 0.0);
  put_double(&file, 0);
  put_text(&file, "\n$EndNodes\n");
  expect_bad("nan.msh", file.data, file.size, "nan.msh: node 1 is at (0");

  start_gmsh(&file, "2.2");
  put_text(&file, "$Nodes\n0\n\n$EndNodes\n$Elements\n1\n");
  put_int(&file, 4);
  put_int(&file, 2);
  put_int(&file, 2);
  expect_bad("block.msh", file.data, file.size, "found a block of 2 elements, expected 1 to 1");

  start_gmsh(&file, "4.1");
  put_text(&file, "$Nodes\n");
  for (int i = 0; i < 4; ++i) put_long(&file, -1);
  expect_bad("sizes.msh", file.data, file.size, "found 18446744073709551615 as number of blocks");

  start_gmsh(&file, "4.1");
  put_text(&file, "$Nodes\n");
  put_long(&file, 1);
  put_long(&file, 4000000000);
  expect_bad("cut4.msh", file.data, file.size, "cut4.msh: byte");
}

static void test_stl(void) {
  bytes file = {.size = 80};
  memcpy(file.data, "solid binary", 12);
  put_int(&file, 2000000000);
  file.size += 50;
  expect_bad("many.stl", file.data, file.size, "many.stl: found 134 bytes, expected 100000000084");
  file = (bytes){.size = 80};
  put_int(&file, 1);
  for (int i = 0; i < 12; ++i) put_float(&file, i == 5 ? 0.0f / 0.0f : (float)i);
  put(&file, "\0", 2);
  expect_bad("nan.stl", file.data, file.size, "facet 1 has a coordinate of");
}

static void test_vtu(void) {
  // An array that says it has 2^62 bytes, and compressed blocks that could not be in the file.
  expect_bad("size.vtu",
      "<VTKFile type='UnstructuredGrid' header_type='UInt64'><UnstructuredGrid><Piece NumberOfPoints='1' "
      "NumberOfCells='0'><Points><DataArray type='Float64' "
      "format='binary'>AAAAAAAAAEA=AAAA</DataArray></Points></Piece>"
      "</UnstructuredGrid></VTKFile>",
      0, "found an array of 4611686018427387904 bytes");
  expect_bad("blocks.vtu",
      "<VTKFile type='UnstructuredGrid' compressor='vtkZLibDataCompressor'><UnstructuredGrid><Piece "
      "NumberOfPoints='1' "
      "NumberOfCells='0'><Points><DataArray type='Float64' "
      "format='binary'>AQAAAP///38AAAAACgAAAA==</DataArray></Points>"
      "</Piece></UnstructuredGrid></VTKFile>",
      0, "found 1 compressed blocks of 2147483647 bytes");
  expect_bad("last.vtu",
      "<VTKFile type='UnstructuredGrid' compressor='vtkZLibDataCompressor'><UnstructuredGrid><Piece "
      "NumberOfPoints='1' "
      "NumberOfCells='0'><Points><DataArray type='Float64' "
      "format='binary'>AQAAAAgAAAAYAAAABgAAAA==AAAAAAAA</DataArray>"
      "</Points></Piece></UnstructuredGrid></VTKFile>",
      0, "found 1 compressed blocks of 8 bytes (the last 24)");
  expect_bad("garbage.vtu",
      "<VTKFile type='UnstructuredGrid' compressor='vtkZLibDataCompressor'><UnstructuredGrid><Piece "
      "NumberOfPoints='1' "
      "NumberOfCells='0'><Points><DataArray type='Float64' "
      "format='binary'>AQAAABgAAAAAAAAABgAAAA==AAAAAAAA</DataArray>"
      "</Points></Piece></UnstructuredGrid></VTKFile>",
      0, "found a compressed block that does not unpack to 24 bytes");
}

void test_bad_binary(void) {
  test_gmsh();
  test_stl();
  test_vtu();
}

// Malformed text files, each with a part of the message it must give.
#include "bad_meshes.h"

#include <string.h>

#define FORMAT2 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define FORMAT4 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define NODES2 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
#define FIVE2 "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 0.2 0.2 2\n$EndNodes\n"
#define NODES4 "$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n"
#define ELEMENTS2(text) "$Elements\n" text "$EndElements\n"
#define VTK "# vtk DataFile Version 4.2\nt\nASCII\nDATASET UNSTRUCTURED_GRID\n"
#define POINTS "POINTS 4 double\n0 0 0 1 0 0 0 1 0 0 0 1\n"
#define VTK5 "# vtk DataFile Version 5.1\nt\nASCII\nDATASET UNSTRUCTURED_GRID\n" POINTS
#define VTU(inside)                                                                                          \
  "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid>" inside "</UnstructuredGrid></VTKFile>"
#define XYZ                                                                                                  \
  "<Points><DataArray type=\"Float64\" format=\"ascii\">0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points>"
#define ARRAY(name, values)                                                                                  \
  "<DataArray type=\"Int32\" Name=\"" name "\" format=\"ascii\">" values "</DataArray>"
#define CELLS(ids, ends, types)                                                                              \
  "<Cells>" ARRAY("connectivity", ids) ARRAY("offsets", ends) ARRAY("types", types) "</Cells>"
#define PIECE(cells) VTU("<Piece NumberOfPoints=\"4\" NumberOfCells=\"1\">" XYZ cells "</Piece>")
#define CORNERS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
#define MEDIT "MeshVersionFormatted 2\nDimension 3\n"
#define FOUR "Vertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
#define PLY(vertices, faces)                                                                                 \
  "ply\nformat ascii 1.0\nelement vertex " vertices                                                          \
  "\nproperty float x\nproperty float y\nproperty float z\n"                                                 \
  "element face " faces "\nproperty list uchar int vertex_indices\nend_header\n"

static const struct {
  const char *name, *text, *part;
} cases[] = {
    {"empty.msh", "", "empty.msh: is empty"},
    {"unknown.bin", "hello", "unknown format"},
    {"blank.msh", " \n\n ", "blank.msh:3: found the end of the file, expected a section $Nodes"},
    // Gmsh 2.2
    {"version.msh", "$MeshFormat\n3.0 0 8\n$EndMeshFormat\n",
        "version.msh:2: found Gmsh format 3, expected 2.2 or 4.1"},
    {"old.msh", "$NOD\n4\n",
        "old.msh:1: found Gmsh format 1 ($NOD), expected 2.2 or 4.1: Gmsh itself converts it"},
    {"datasize.msh", "$MeshFormat\n2.2 0 4\n", "found 4 as data size, expected 8"},
    {"open_header.msh", "$MeshFormat\n2.2 0 8\n$Nodes\n", "found \"$Nodes\", expected $EndMeshFormat"},
    {"no_elements.msh", FORMAT2 NODES2, "expected a section $Elements"},
    {"no_nodes.msh", FORMAT2 ELEMENTS2("0\n"), "found $Elements before $Nodes"},
    {"two_nodes.msh", FORMAT2 NODES2 NODES2, "found a second section \"$Nodes\""},
    {"many_nodes.msh", FORMAT2 "$Nodes\n900000000000\n1 0 0 0\n",
        "found 900000000000 as number of nodes, expected at most"},
    {"huge_nodes.msh", FORMAT2 "$Nodes\n99999999999999999999\n",
        "huge_nodes.msh:5: found \"99999999999999999999\""},
    {"negative_nodes.msh", FORMAT2 "$Nodes\n-5\n", "found -5 as number of nodes"},
    {"nan.msh", FORMAT2 "$Nodes\n4\n1 0 0 0\n2 nan 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n",
        "nan.msh:7: found \"nan\" as a node's x, expected a finite number"},
    {"infinite.msh", FORMAT2 "$Nodes\n4\n1 0 0 0\n2 1 1e999 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n",
        "infinite.msh:7: found \"1e999\""},
    {"units.msh", FORMAT2 "$Nodes\n4\n1 0 0 0\n2 1mm 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n",
        "units.msh:7: found \"1mm\""},
    {"twice.msh", FORMAT2 "$Nodes\n2\n1 0 0 0\n1 1 0 0\n$EndNodes\n", "twice.msh:7: found node 1 twice"},
    {"few_nodes.msh", FORMAT2 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n",
        "few_nodes.msh:9: found \"$EndNodes\""},
    {"unknown_node.msh", FORMAT2 NODES2 ELEMENTS2("1\n8 4 2 1 1 1 2 3 9\n"),
        "unknown_node.msh:13: element 8 has node 9, expected one of section $Nodes"},
    {"inverted.msh", FORMAT2 NODES2 ELEMENTS2("1\n8 4 2 1 1 1 3 2 4\n"),
        "inverted.msh:13: element 8 is inverted"},
    {"flat.msh",
        FORMAT2
        "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 1 1 0\n$EndNodes\n" ELEMENTS2("1\n8 4 2 1 1 1 2 3 4\n"),
        "flat.msh:13: element 8 is flat"},
    {"same_node.msh", FORMAT2 NODES2 ELEMENTS2("1\n8 4 2 1 1 1 2 3 3\n"),
        "element 8 has the same node at places 3 and 4"},
    {"duplicate.msh", FORMAT2 NODES2 ELEMENTS2("2\n8 4 2 1 1 1 2 3 4\n9 4 2 1 1 2 3 1 4\n"),
        "duplicate.msh:14: element 9 has the nodes of element 8"},
    {"same_group.msh", FORMAT2 FIVE2 ELEMENTS2("3\n7 2 2 6 1 1 2 3\n8 4 2 1 1 1 2 3 4\n9 4 2 1 1 2 3 1 4\n"),
        "same_group.msh:16: element 9 has the nodes of element 8"},
    {"same_of_two.msh",
        FORMAT2 "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 0 0 -1\n$EndNodes\n" ELEMENTS2(
            "3\n7 4 2 6 1 1 3 2 5\n8 4 2 1 1 1 2 3 4\n9 4 2 1 1 2 3 1 4\n"),
        "same_of_two.msh:16: element 9 has the nodes of element 8"},
    {"overlap.msh", FORMAT2 FIVE2 ELEMENTS2("2\n8 4 2 1 1 1 2 3 4\n9 4 2 1 1 1 2 3 5\n"),
        "element 9 lies on the same side of a face as element 8"},
    {"mixed.msh",
        FORMAT2 "$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 0 1\n6 1 0 1\n7 1 1 1\n8 0 1 "
                "1\n$EndNodes\n" ELEMENTS2("2\n1 5 2 1 1 1 2 3 4 5 6 7 8\n2 4 2 1 1 1 2 3 5\n"),
        "mixed.msh:18: element 2 is a four-node tetrahedron, expected one kind of cell"},
    {"prism.msh", FORMAT2 NODES2 ELEMENTS2("1\n1 6 2 1 1 1 2 3 4 1 2\n"), "element 1 is of type 6 (prism)"},
    {"type.msh", FORMAT2 NODES2 ELEMENTS2("1\n1 400 2 1 1 1 2 3 4\n"), "type 400 (unknown)"},
    {"tags.msh", FORMAT2 NODES2 ELEMENTS2("1\n1 4 2000000000 1 1\n"), "found 2000000000 as number of tags"},
    {"only_lines.msh", FORMAT2 NODES2 ELEMENTS2("1\n1 1 2 1 1 1 2\n"),
        "found no cells and no surface elements"},
    {"cut_short.msh", FORMAT2 NODES2 "$Elements\n1\n8 4 2 1 1 1 2 3",
        "cut_short.msh:13: found the end as an element's node"},
    {"name.msh", FORMAT2 "$PhysicalNames\n1\n2 1 lid\n$EndPhysicalNames\n",
        "expected a physical name in quotes"},
    {"open_section.msh", FORMAT2 "$Other\n1 2 3\n", "expected the end of section \"$Other\""},
    {"edge_only.msh",
        FORMAT2 "$Nodes\n6\n1 0 0 0\n2 0 0 1\n3 1 0 0\n4 0 1 0\n5 -1 0 0\n6 0 -1 0\n$EndNodes\n" ELEMENTS2(
            "2\n1 4 2 1 1 1 3 4 2\n2 4 2 1 1 1 5 6 2\n"),
        "belongs to four triangles or more, as two parts touch along it (move them apart"},
    // Gmsh 4.1
    {"blocks.msh", FORMAT4 "$Nodes\n8000000000 4 1 4\n", "found 8000000000 as number of blocks"},
    {"total.msh", FORMAT4 "$Nodes\n1 5 1 5\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n",
        "found 4 nodes in the blocks, expected 5"},
    {"dimension.msh", FORMAT4 NODES4 "$Elements\n1 1 1 1\n2 1 4 1\n1 1 2 3 4\n$EndElements\n",
        "found a block of dimension 2 with elements of type 4, expected dimension 3"},
    {"inverted4.msh", FORMAT4 NODES4 "$Elements\n1 1 1 1\n3 1 4 1\n77 1 3 2 4\n$EndElements\n",
        "inverted4.msh:19: element 77 is inverted"},
    {"entity.msh", FORMAT4 "$Entities\n2 0 0 0\n1 0 0 0 0\n1 0 0 0 0\n$EndEntities\n",
        "found entity 1 of dimension 0 twice"},
    {"partition.msh", FORMAT4 "$PartitionedEntities\n", "found a partitioned mesh"},
    // VTK
    {"future.vtk", "# vtk DataFile Version 9.0\nt\nASCII\nDATASET POLYDATA\n", "found VTK version \"9.0\""},
    {"mode.vtk", "# vtk DataFile Version 3.0\nt\nTEXT\nDATASET POLYDATA\n",
        "mode.vtk:3: found \"TEXT\", expected ASCII or BINARY"},
    {"grid.vtk", "# vtk DataFile Version 3.0\nt\nASCII\nDATASET STRUCTURED_POINTS\n",
        "found dataset \"STRUCTURED_POINTS\""},
    {"points.vtk", VTK "POINTS 600000000 double\n0 0 0\n", "found 1800000000 as number of coordinates"},
    {"type.vtk", VTK "POINTS 1 quaternion\n0 0 0\n", "found data type \"quaternion\""},
    {"range.vtk", VTK POINTS "CELLS 1 5\n4 0 1 2 4\nCELL_TYPES 1\n10\n",
        "range.vtk:8: cell 0 has point 4, expected 0 to 3"},
    {"minus.vtk", VTK POINTS "CELLS 1 5\n4 0 1 2 -1\nCELL_TYPES 1\n10\n", "cell 0 has point -1"},
    {"inverted.vtk", VTK POINTS "CELLS 1 5\n4 0 2 1 3\nCELL_TYPES 1\n10\n",
        "inverted.vtk:8: cell 0 is inverted"},
    {"long.vtk", VTK POINTS "CELLS 1 5\n40 0 1 2 3\nCELL_TYPES 1\n10\n", "cell 0 has 40 points"},
    {"wedge.vtk", VTK POINTS "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n13\n", "VTK type 13 (wedge)"},
    {"short_hex.vtk", VTK POINTS "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n12\n",
        "is a hexahedron of 4 points, expected 8"},
    {"types.vtk", VTK POINTS "CELLS 1 5\n4 0 1 2 3\n", "found 0 cell types for 1 cells"},
    {"offsets.vtk",
        VTK5 "CELLS 2 4\nOFFSETS vtktypeint64\n0 9\nCONNECTIVITY vtktypeint64\n0 1 2 3\nCELL_TYPES 1\n10\n",
        "found offset 9, expected 0 to 4"},
    {"no_points.vtk", VTK "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n", "found cells without POINTS"},
    // VTU
    {"cut.vtu", "<VTKFile type=\"UnstructuredGrid\"><Unstr", "found no well-formed XML"},
    {"kind.vtu", "<VTKFile type=\"ImageData\"></VTKFile>", "found a VTKFile of type \"ImageData\""},
    {"other.vtu", "<scene/>", "expected VTKFile"},
    {"lz4.vtu", "<VTKFile type=\"UnstructuredGrid\" compressor=\"vtkLZ4DataCompressor\"/>",
        "found compressor \"vtkLZ4DataCompressor\""},
    {"bomb.vtu", "<!DOCTYPE a [<!ENTITY b \"c\">]><VTKFile/>", "found a document type declaration"},
    {"piece.vtu", VTU(""), "found no Piece"},
    {"count.vtu", VTU("<Piece NumberOfPoints=\"many\" NumberOfCells=\"1\"/>"),
        "found NumberOfPoints=\"many\""},
    {"points.vtu", VTU("<Piece NumberOfPoints=\"400000000\" NumberOfCells=\"1\">" XYZ "</Piece>"),
        "found 12 coordinates, expected 1200000000"},
    {"ids.vtu", PIECE(CELLS("0 1 2 7", "4", "10")), "cell 0 has point 7, expected 0 to 3"},
    {"ends.vtu", PIECE(CELLS("0 1 2 3", "5", "10")), "found offset 5 of cell 0, expected 0 to 4"},
    {"types.vtu", PIECE(CELLS("0 1 2 3", "4", "10 10")), "found 2 types, expected 1"},
    {"no_cells.vtu", PIECE(""), "found no Cells"},
    {"base64.vtu",
        VTU("<Piece NumberOfPoints=\"4\" NumberOfCells=\"1\"><Points><DataArray type=\"Float64\" "
            "format=\"binary\">"
            "YAAA!AAA</DataArray></Points></Piece>"),
        "a wrong character in it"},
    {"appended.vtu",
        VTU("<Piece NumberOfPoints=\"4\" NumberOfCells=\"1\"><Points><DataArray type=\"Float64\" "
            "format=\"appended\" offset=\"0\"/></Points></Piece>"),
        "but no AppendedData"},
    // OBJ
    {"range.obj", CORNERS "f 1 2 5\n", "range.obj:5: found vertex 5 in a face, expected 1 to 4"},
    {"zero.obj", CORNERS "f 0 1 2\n", "found vertex 0 in a face"},
    {"back.obj", CORNERS "f -1 -2 -5\n", "found vertex -5 in a face"},
    {"two.obj", CORNERS "f 1 2\n", "found a face of 2 vertices"},
    {"word.obj", CORNERS "f a b c\n", "found \"a\" in a face"},
    {"short.obj", "v 0 0\n", "short.obj:1: found the end as a coordinate"},
    {"nan.obj", "v 0 0 0\nv nan 0 0\n", "nan.obj:2: node 2 is at (nan 0 0)"},
    {"repeat.obj", CORNERS "f 1 2 2\n", "repeat.obj:5: face 1 has the same node twice"},
    {"none.obj", CORNERS, "found no cells and no surface elements"},
    {"what.obj", CORNERS "face 1 2 3\n", "what.obj:5: found \"face\""},
    // STL
    {"cut.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n", "expected vertex"},
    {"four.stl",
        "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 1 1 "
        "0\nendloop\n",
        "four.stl:7: found \"vertex\", expected endloop"},
    {"nan.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 inf\n", "nan.stl:4: found \"inf\""},
    {"none.stl", "solid a\nendsolid a\n", "found no cells and no surface elements"},
    // PLY
    {"format.ply", "ply\nformat binary_middle_endian 1.0\n", "found format \"binary_middle_endian\""},
    {"no_format.ply", "ply\nend_header\n", "found no format line"},
    {"many.ply", PLY("2000000000", "1") "0 0 0\n", "found 2000000000 as number of elements"},
    {"count.ply", PLY("-1", "1"), "found \"-1\" as number of elements"},
    {"range.ply", PLY("3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n",
        "range.ply:13: face 0 has vertex 3, expected 0 to 2"},
    {"list.ply", PLY("3", "1") "0 0 0\n1 0 0\n0 1 0\n300000000 0 1 2\n",
        "found 300000000 as number of values in a list"},
    {"short.ply", PLY("3", "1") "0.000 0.000 0.000\n1.000 0 0\n", "found the end as a coordinate"},
    {"no_z.ply",
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n0 0\n",
        "found vertices without x, y and z"},
    {"two.ply", PLY("3", "1") "0 0 0\n1 0 0\n0 1 0\n2 0 1\n", "face 0 has fewer than 3 nodes"},
    // Medit
    {"word.mesh", "MeshVersion 2\n", "word.mesh:1: found \"MeshVersion\", expected MeshVersionFormatted"},
    {"flat.mesh", "MeshVersionFormatted 2\nDimension 2\n", "flat.mesh:2: found 2 as dimension, expected 3"},
    {"early.mesh", MEDIT "Tetrahedra\n1\n1 2 3 4 0\nEnd\n", "early.mesh:5: found 1 as an element's vertex"},
    {"range.mesh", MEDIT FOUR "Tetrahedra\n1\n1 2 3 5 0\nEnd\n",
        "range.mesh:11: found 5 as an element's vertex, expected 1 to 4"},
    {"many.mesh", MEDIT "Vertices\n2000000000\n0 0 0 0\n", "found 2000000000 as number of vertices"},
    {"nan.mesh", MEDIT "Vertices\n1\n0 nan 0 0\n", "nan.mesh:5: found \"nan\" as a vertex's y"},
    {"twice.mesh", MEDIT FOUR FOUR, "twice.mesh:9: found a second section Vertices"},
    {"prism.mesh", MEDIT FOUR "Prisms\n0\nEnd\n", "prism.mesh:9: found a section \"Prisms\""},
    {"inverted.mesh", MEDIT FOUR "Tetrahedra\n1\n1 3 2 4 0\nEnd\n", "inverted.mesh:11: cell 1 is inverted"},
    {"end.mesh", MEDIT FOUR "Tetrahedra\n1\n1 2 3 4 0\n", "expected End"},
    {"none.mesh", MEDIT FOUR "End\n", "found no cells and no surface elements"},
    {"number.mesh", MEDIT "7\n", "number.mesh:3: found \"7\", expected the start of a section"},
    // OFF
    {"four.off", "4OFF\n", "four.off:1: found \"4OFF\", expected OFF with three coordinates"},
    {"binary.off", "OFF BINARY\n", "found a binary OFF file, expected text"},
    {"many.off", "OFF\n2000000000 1 0\n0 0 0\n", "found 2000000000 as number of vertices"},
    {"range.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n",
        "range.off:6: found 3 as a face's vertex, expected 0 to 2"},
    {"two.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n   ", "found 2 as a face's number of vertices"},
    {"short.off", "OFF\n3 1 0\n0.000 0.000 0.000\n1.000 0\n", "found the end as a vertex's z"},
    {"nan.off", "OFF\n3 1 0\n0 0 0\n1 0 inf\n0 1 0\n3 0 1 2\n", "nan.off:4: found \"inf\" as a vertex's z"},
};

void test_bad_text(void) {
  for (unsigned long i = 0; i < sizeof cases / sizeof *cases; ++i) {
    expect_bad(cases[i].name, cases[i].text, strlen(cases[i].text), cases[i].part);
  }
}

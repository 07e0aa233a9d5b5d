# Makes the files that Gmsh does not write, with VTK (python3-vtk9) and meshio (python3-meshio).
import meshio
import vtk


def read(name):
    reader = vtk.vtkUnstructuredGridReader()
    reader.SetFileName(name)
    reader.Update()
    return reader.GetOutput()


def only_volume(grid):
    pick = vtk.vtkExtractCellsByType()
    for kind in (10, 12, 24):
        pick.AddCellType(kind)
    pick.SetInputData(grid)
    pick.Update()
    return pick.GetOutput()


def legacy(writer, data, name, binary, version):
    writer.SetInputData(data)
    writer.SetFileName(name)
    writer.SetFileType(2 if binary else 1)
    writer.SetFileVersion(version)
    writer.Write()


def vtu(data, name, mode, encode=True, compress=False, header64=True, big=False):
    writer = vtk.vtkXMLUnstructuredGridWriter()
    writer.SetInputData(data)
    writer.SetFileName(name)
    writer.SetDataMode({"ascii": 0, "binary": 1, "appended": 2}[mode])
    writer.SetEncodeAppendedData(encode)
    if compress:
        writer.SetCompressorTypeToZLib()
        writer.SetBlockSize(256)
    else:
        writer.SetCompressorTypeToNone()
    (writer.SetHeaderTypeToUInt64 if header64 else writer.SetHeaderTypeToUInt32)()
    (writer.SetByteOrderToBigEndian if big else writer.SetByteOrderToLittleEndian)()
    writer.Write()


grids = {kind: only_volume(read(f"{kind}-gmsh-text.vtk")) for kind in ("tet4", "tet10", "hex8")}
for kind, grid in grids.items():
    legacy(vtk.vtkUnstructuredGridWriter(), grid, f"{kind}-51-text.vtk", False, 51)
    legacy(vtk.vtkUnstructuredGridWriter(), grid, f"{kind}-51-binary.vtk", True, 51)
    legacy(vtk.vtkUnstructuredGridWriter(), grid, f"{kind}-42-text.vtk", False, 42)
    legacy(vtk.vtkUnstructuredGridWriter(), grid, f"{kind}-42-binary.vtk", True, 42)
    vtu(grid, f"{kind}-ascii.vtu", "ascii")
    vtu(grid, f"{kind}-appended-raw.vtu", "appended", encode=False)
vtu(grids["tet4"], "tet4-binary.vtu", "binary")
vtu(grids["tet4"], "tet4-binary-32.vtu", "binary", header64=False)
vtu(grids["tet4"], "tet4-binary-big.vtu", "binary", big=True)
vtu(grids["tet4"], "tet4-binary-zlib.vtu", "binary", compress=True)
vtu(grids["tet4"], "tet4-appended-base64.vtu", "appended")
vtu(grids["tet4"], "tet4-appended-base64-zlib.vtu", "appended", compress=True, header64=False)
vtu(grids["tet4"], "tet4-appended-raw-zlib.vtu", "appended", encode=False, compress=True)

stl = vtk.vtkSTLReader()
stl.SetFileName("surface-text.stl")
stl.Update()
surface = stl.GetOutput()
for version in (42, 51):
    for binary in (False, True):
        name = f"surface-{version}-{'binary' if binary else 'text'}.vtk"
        legacy(vtk.vtkPolyDataWriter(), surface, name, binary, version)
strips = vtk.vtkStripper()
strips.SetInputData(surface)
strips.Update()
legacy(vtk.vtkPolyDataWriter(), strips.GetOutput(), "strips-51-text.vtk", False, 51)
for name, kind, order in (("text", 1, 0), ("little", 2, 0), ("big", 2, 1)):
    writer = vtk.vtkPLYWriter()
    writer.SetInputData(surface)
    writer.SetFileName(f"surface-{name}.ply")
    writer.SetFileType(kind)
    writer.SetDataByteOrder(order)
    writer.Write()
writer = vtk.vtkOBJWriter()
writer.SetInputData(surface)
writer.SetFileName("surface-vtk.obj")
writer.Write()
writer = vtk.vtkSTLWriter()
writer.SetInputData(surface)
writer.SetFileName("surface-vtk.stl")
writer.SetFileType(2)
writer.Write()

mesh = meshio.read("tet4-42-text.vtk")
plain = meshio.Mesh(mesh.points, [("tetra", mesh.cells_dict["tetra"])])
plain.write("tet4-meshio-zlib.vtu")
plain.write("tet4-meshio-ascii.vtu", binary=False)
plain.write("tet4-meshio-22.msh", file_format="gmsh22", binary=True)
skin = meshio.read("surface-text.stl")
skin = meshio.Mesh(skin.points, [("triangle", skin.cells_dict["triangle"])])
skin.write("surface-meshio.obj")
skin.write("surface-meshio.ply", binary=True)

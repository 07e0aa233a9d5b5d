// A torus about z: the middle line of its tube has this radius, in the plane z = 0. Lengths in metres. Groups: "torus", the volume; "surface".
SetFactory("OpenCASCADE");
DefineConstant[
  ring = 50e-3, tube = 25e-3,
  size = 13e-3 // edges of cells
];
Torus(1) = {0, 0, 0, ring, tube};
Physical Volume("torus") = {1};
Physical Surface("surface") = Surface{:};
Mesh.MeshSizeMin = size;
Mesh.MeshSizeMax = size;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = 0.5;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

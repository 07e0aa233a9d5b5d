// A cube with a tunnel that joins two holes in its top: the 2022 paper, Fig. 13, which tells no length. Ours: 80 mm, so that two cups of
// 35 mm stand side by side on it; the tunnel 5 mm across, its shafts `apart` from each other, so that one such cup covers both, and `depth`
// deep. The shafts are along z, the tunnel between them along x. About the origin. Lengths in metres. Groups: "cube", the volume;
// "tunnel", its walls; "low", "high" (across z) and "sides".
SetFactory("OpenCASCADE");

DefineConstant[
  edge = 80e-3, apart = 18e-3, radius = 2.5e-3, depth = 20e-3,
  tunnel = 2.6e-3, // edge of a cell in the tunnel
  top = 4.5e-3,    // where the cups come down
  coarse = 16e-3   // elsewhere
];

h = edge / 2;
Box(1) = {-h, -h, -h, edge, edge, edge};
Cylinder(2) = {-apart / 2, 0, h - depth, 0, 0, depth, radius};
Cylinder(3) = {apart / 2, 0, h - depth, 0, 0, depth, radius};
Cylinder(4) = {-apart / 2, 0, h - depth, apart, 0, 0, radius};
Sphere(5) = {-apart / 2, 0, h - depth, radius};
Sphere(6) = {apart / 2, 0, h - depth, radius};
way() = BooleanUnion{ Volume{2}; Delete; }{ Volume{3 : 6}; Delete; };
BooleanDifference{ Volume{1}; Delete; }{ Volume{way()}; Delete; }

e = 1e-6;
low() = Surface In BoundingBox{-h - e, -h - e, -h - e, h + e, h + e, -h + e};
high() = Surface In BoundingBox{-h - e, -h - e, h - e, h + e, h + e, h + e};
wall() = Surface In BoundingBox{-h + e, -h + e, -h + e, h - e, h - e, h + e};
wall() -= {high()};
sides() = Surface{:};
sides() -= {low(), high(), wall()};

Physical Volume("cube") = Volume{:};
Physical Surface("tunnel") = wall();
Physical Surface("low") = low();
Physical Surface("high") = high();
Physical Surface("sides") = sides();
ReverseMesh Surface{wall()}; // cut out, they face into the cube

// Fine at the tunnel, less so on the strip under the cups, 73 x 36 mm and some more.
Field[1] = Distance;
Field[1].FacesList = {wall()};
Field[2] = Threshold;
Field[2].IField = 1;
Field[2].LcMin = tunnel;
Field[2].LcMax = coarse;
Field[2].DistMin = 0;
Field[2].DistMax = 40e-3;
Field[3] = Box;
Field[3].XMin = -38e-3; Field[3].XMax = 38e-3;
Field[3].YMin = -19e-3; Field[3].YMax = 19e-3;
Field[3].ZMin = h - 1e-3; Field[3].ZMax = h + 1e-3;
Field[3].VIn = top;
Field[3].VOut = coarse;
Field[3].Thickness = 20e-3;
Field[4] = Min;
Field[4].FieldsList = {2, 3};
Background Field = 4;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.Algorithm = 6;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = 0.5;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

// The upper part of a cylinder that lies along x: what lies above the plane z = -depth, its top line on z = 0. It is what a
// cup meets of a pipe, with small cells where it does and large ones elsewhere. Lengths in metres. Groups: "round", the
// part of the cylinder; "cut", the other faces.
SetFactory("OpenCASCADE");

DefineConstant[
  radius = 25e-3, length = 44e-3, depth = 15e-3,
  size = 4e-3,  // edge of a cell on the round face
  coarse = 12e-3 // on the others
];

Cylinder(1) = {-length / 2, 0, -radius, length, 0, 0, radius};
Box(2) = {-length, -2 * radius, -depth, 2 * length, 4 * radius, 2 * depth};
made() = BooleanIntersection{ Volume{1}; Delete; }{ Volume{2}; Delete; };
faces() = Boundary{ Volume{made(0)}; };
// The only face that reaches from the top to the bottom over the whole length.
round() = {}; cut() = {};
For f In {0 : #faces() - 1}
  box() = BoundingBox Surface{faces(f)};
  If (box(3) - box(0) > length / 2 && box(5) - box(2) > depth / 2)
    round() += faces(f);
  Else
    cut() += faces(f);
  EndIf
EndFor

Physical Surface("round") = {round()};
Physical Surface("cut") = {cut()};

Field[1] = Distance;
Field[1].FacesList = {round()};
Field[2] = Threshold;
Field[2].IField = 1;
Field[2].LcMin = size;
Field[2].LcMax = coarse;
Field[2].DistMin = size / 10;
Field[2].DistMax = depth;
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

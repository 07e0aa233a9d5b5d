// A block with a tunnel of square cross section that joins two holes in its top, about the origin. Lengths in metres. Groups: "block",
// the volume; "outside" and "tunnel", its surfaces.
SetFactory("OpenCASCADE");

DefineConstant[
  edge = 80e-3,   // of the block, a cube
  apart = 20e-3,  // middle of one hole to that of the other
  bore = 6e-3,    // edge of the square cross section
  depth = 12e-3,  // of the tunnel's floor
  fine = 4e-3,    // edge of a cell at the holes
  coarse = 20e-3  // and elsewhere
];

h = edge / 2;
Box(1) = {-h, -h, -h, edge, edge, edge};
Box(2) = {-apart / 2 - bore / 2, -bore / 2, h - depth, apart + bore, bore, bore};
Box(3) = {-apart / 2 - bore / 2, -bore / 2, h - depth, bore, bore, depth};
Box(4) = {apart / 2 - bore / 2, -bore / 2, h - depth, bore, bore, depth};
u() = BooleanUnion{ Volume{2}; Delete; }{ Volume{3, 4}; Delete; };
made() = BooleanDifference{ Volume{1}; Delete; }{ Volume{u()}; Delete; };

outside() = {}; tunnel() = {};
faces() = Boundary{ Volume{made(0)}; };
For f In {0 : #faces() - 1}
  box() = BoundingBox Surface{Fabs(faces(f))};
  If (box(3) - box(0) > edge / 2 || box(4) - box(1) > edge / 2)
    outside() += Fabs(faces(f));
  Else
    tunnel() += Fabs(faces(f));
  EndIf
EndFor
Physical Volume("block") = {made(0)};
Physical Surface("outside") = outside();
Physical Surface("tunnel") = tunnel();
ReverseMesh Surface{tunnel()}; // cut out, they face into the block

// Fine under the cups: in a disc around the holes, with its cells growing with the depth.
Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * max(0, sqrt(x*x + y*y + (z - %g)^2) - %g)", fine, 0.25, h, apart);
Background Field = 1;
Mesh.MeshSizeMax = coarse;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = 0.5;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

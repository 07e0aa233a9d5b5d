// Half of a jelly cube: a box from z = -20 mm to 0 with its middle in x = y = 0, with hole = 1 and a hole of
// irregular outline, `depth` deep, in its face z = 0. Lengths in metres. Groups: "half", the volume; "face", what is left of z = 0;
// "hole", wall and floor of the hole; "far", the opposite face; "sides".
SetFactory("OpenCASCADE");

DefineConstant[
  edge = 40e-3, height = 20e-3,
  hole = 1, depth = 10e-3,
  fine = 3.5e-3, // edge of a cell at the face and in the hole
  coarse = 8e-3  // and at the opposite face
];

Box(1) = {-edge / 2, -edge / 2, -height, edge, edge, height};

// The outline: a closed spline through points about the middle, at these radii and every 40 degrees.
If (hole)
  radii() = {12e-3, 8.5e-3, 10e-3, 13e-3, 9e-3, 11.5e-3, 12.5e-3, 8e-3, 10.5e-3};
  n = #radii();
  first = newp;
  For k In {0 : n - 1}
    a = 2 * Pi * k / n;
    Point(first + k) = {radii(k) * Cos(a), radii(k) * Sin(a), 0};
  EndFor
  c = newc; BSpline(c) = {first : first + n - 1, first};
  l = newll; Curve Loop(l) = {c};
  s = news; Plane Surface(s) = {l};
  out() = Extrude{0, 0, -depth}{ Surface{s}; };
  BooleanDifference{ Volume{1}; Delete; }{ Volume{out(1)}; Delete; }
EndIf

e = 1e-6;
far() = Surface In BoundingBox{-edge, -edge, -height - e, edge, edge, -height + e};
face() = Surface In BoundingBox{-edge, -edge, -e, edge, edge, e};
wall() = Surface In BoundingBox{-edge / 2 + e, -edge / 2 + e, -depth - e, edge / 2 - e, edge / 2 - e, e};
wall() -= {face()};
sides() = Surface{:};
sides() -= {far(), face(), wall()};

Physical Volume("half") = Volume{:};
Physical Surface("far") = far();
Physical Surface("face") = face();
If (hole)
  Physical Surface("hole") = wall();
  ReverseMesh Surface{wall()}; // cut out, they face into the half
EndIf
Physical Surface("sides") = sides();

MeshSize{ PointsOf{ Surface{face(), wall()}; } } = fine;
MeshSize{ PointsOf{ Surface{far()}; } } = coarse;
Mesh.MeshSizeMin = fine;
Mesh.MeshSizeMax = coarse;
Mesh.Algorithm = 6;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = 0.5;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

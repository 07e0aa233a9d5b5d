// A box of cells: cube_30, cube_soft_30, ground, beam. Lengths in metres.
// Structured: nx x ny x nz bricks, whole (hex = 1) or cut into tetrahedra. With size > 0 it is
// filled freely with tetrahedra of that edge instead, and with top > 0 of that edge at z1. With surface = 1 only its skin is made, with cells as
// coarse as nx, ny, nz say.
// Groups: "box", the volume; "low" and "high", the two faces across the direction `ends` (0 x, 1 y, 2 z); "sides".
// beam = 1 names the ends "root" and "tip" instead.
SetFactory("Built-in");

DefineConstant[
  x0 = -15e-3, y0 = -15e-3, z0 = -15e-3, x1 = 15e-3, y1 = 15e-3, z1 = 15e-3,
  nx = 1, ny = 1, nz = 1,
  size = 0, top = 0,
  hex = 0, surface = 0,
  ends = 2, beam = 0
];

Point(1) = {x0, y0, z0}; Point(2) = {x1, y0, z0}; Point(3) = {x1, y1, z0}; Point(4) = {x0, y1, z0};
Point(5) = {x0, y0, z1}; Point(6) = {x1, y0, z1}; Point(7) = {x1, y1, z1}; Point(8) = {x0, y1, z1};
Line(1) = {1, 2}; Line(2) = {4, 3}; Line(3) = {5, 6}; Line(4) = {8, 7}; // along x
Line(5) = {1, 4}; Line(6) = {2, 3}; Line(7) = {5, 8}; Line(8) = {6, 7}; // along y
Line(9) = {1, 5}; Line(10) = {2, 6}; Line(11) = {3, 7}; Line(12) = {4, 8}; // along z
Curve Loop(1) = {9, 7, -12, -5}; Plane Surface(1) = {1}; // x0
Curve Loop(2) = {6, 11, -8, -10}; Plane Surface(2) = {2}; // x1
Curve Loop(3) = {1, 10, -3, -9}; Plane Surface(3) = {3}; // y0
Curve Loop(4) = {12, 4, -11, -2}; Plane Surface(4) = {4}; // y1
Curve Loop(5) = {5, 2, -6, -1}; Plane Surface(5) = {5}; // z0
Curve Loop(6) = {3, 8, -4, -7}; Plane Surface(6) = {6}; // z1
Surface Loop(1) = {1, 2, 3, 4, 5, 6};
Volume(1) = {1};

If (size > 0)
  MeshSize{1, 2, 3, 4} = size;
  MeshSize{5, 6, 7, 8} = top > 0 ? top : size;
  Mesh.MeshSizeMin = top > 0 ? top : size;
  Mesh.MeshSizeMax = size;
  Mesh.Algorithm = 6;
  Mesh.Optimize = 1;
  Mesh.OptimizeThreshold = 0.5;
Else
  Transfinite Curve{1, 2, 3, 4} = nx + 1;
  Transfinite Curve{5, 6, 7, 8} = ny + 1;
  Transfinite Curve{9, 10, 11, 12} = nz + 1;
  Transfinite Surface{:};
  Transfinite Volume{1};
  If (hex)
    Recombine Surface{:};
  EndIf
EndIf

If (!surface)
  Physical Volume("box") = {1};
EndIf
low = 2 * ends + 1;
sides() = {1, 2, 3, 4, 5, 6};
sides() -= {low, low + 1};
If (beam)
  Physical Surface("root") = {low};
  Physical Surface("tip") = {low + 1};
Else
  Physical Surface("low") = {low};
  Physical Surface("high") = {low + 1};
EndIf
Physical Surface("sides") = sides();

Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

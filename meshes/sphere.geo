// A sphere about the origin, of eight equal pieces, so that the octants have alike meshes. Lengths in metres.
// Groups: "sphere", the volume, absent with surface = 1; "surface".
SetFactory("Built-in");

DefineConstant[
  radius = 20e-3,
  size = 6e-3, // edge of a cell
  surface = 0
];

n = Round(Pi / 2 * radius / size);
n = n < 1 ? 1 : n;
Point(1) = {0, 0, 0};
Point(2) = {radius, 0, 0}; Point(3) = {0, radius, 0}; Point(4) = {-radius, 0, 0}; Point(5) = {0, -radius, 0};
Point(6) = {0, 0, radius}; Point(7) = {0, 0, -radius};
For k In {0 : 3}
  a = 2 + k; b = 2 + (k + 1) % 4;
  Circle(1 + k) = {a, 1, b};
  Circle(5 + k) = {a, 1, 6};
  Circle(9 + k) = {a, 1, 7};
EndFor
For k In {0 : 3}
  next = (k + 1) % 4;
  Curve Loop(1 + k) = {1 + k, 5 + next, -(5 + k)}; Surface(1 + k) = {1 + k};
  Curve Loop(5 + k) = {-(1 + k), 9 + k, -(9 + next)}; Surface(5 + k) = {5 + k};
EndFor
Transfinite Curve{:} = n + 1;
Surface Loop(1) = {1 : 8};
Volume(1) = {1};

If (!surface)
  Physical Volume("sphere") = {1};
EndIf
Physical Surface("surface") = {1 : 8};

Mesh.MeshSizeMin = size;
Mesh.MeshSizeMax = size;
Mesh.Algorithm = 6;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = 0.5;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

// A bunny of our own making, of ellipsoids: body, head, ears, tail, paws. It looks along -x and stands on z = 0, about 150 mm long. Its back is
// smooth and as round as the paper's collision model of the Stanford bunny is said to be where the cup meets it. Lengths in metres.
// Groups: "bunny".
SetFactory("OpenCASCADE");
DefineConstant[ size = 8e-3, fine = 4e-3 ]; // edges of cells: elsewhere, and on the back

Macro Ball // n: volume; (bx, by, bz) centre; (rx, ry, rz) half axes; turned by `lean` about y
  Sphere(n) = {0, 0, 0, 1};
  Dilate{{0, 0, 0}, {rx, ry, rz}}{ Volume{n}; }
  Rotate{{0, 1, 0}, {0, 0, 0}, lean}{ Volume{n}; }
  Translate{bx, by, bz}{ Volume{n}; }
Return
mm = 1e-3;
n = 1; bx = 0; by = 0; bz = 42 * mm; rx = 70 * mm; ry = 55 * mm; rz = 45 * mm; lean = 0; Call Ball;
n = 2; bx = -68 * mm; bz = 84 * mm; rx = 34 * mm; ry = 29 * mm; rz = 28 * mm; Call Ball;
n = 3; bx = -56 * mm; by = 14 * mm; bz = 126 * mm; rx = 9 * mm; ry = 6 * mm; rz = 33 * mm; lean = 0.25; Call Ball;
n = 4; by = -14 * mm; Call Ball;
n = 5; bx = 70 * mm; by = 0; bz = 36 * mm; rx = 14 * mm; ry = 14 * mm; rz = 14 * mm; lean = 0; Call Ball;
n = 6; bx = -52 * mm; by = 26 * mm; bz = 8 * mm; rx = 24 * mm; ry = 11 * mm; rz = 10 * mm; Call Ball;
n = 7; by = -26 * mm; Call Ball;
n = 8; bx = 26 * mm; by = 42 * mm; bz = 12 * mm; rx = 34 * mm; ry = 14 * mm; rz = 13 * mm; Call Ball;
n = 9; by = -42 * mm; Call Ball;
u() = BooleanUnion{ Volume{1}; Delete; }{ Volume{2 : 9}; Delete; };
Box(100) = {-0.3, -0.3, 0, 0.6, 0.6, 0.4}; // it stands on flat feet
made() = BooleanIntersection{ Volume{u()}; Delete; }{ Volume{100}; Delete; };
Physical Surface("bunny") = Surface{:};

Field[1] = MathEval; // the cup is put down 10 mm behind the middle of the body
Field[1].F = Sprintf("%g + %g * min(1, max(0, sqrt((x - 0.01)^2 + y*y + (z - 0.087)^2) - 0.022) / 0.02)", fine, size - fine);
Background Field = 1;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

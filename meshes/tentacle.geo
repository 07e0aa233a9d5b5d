// An arm of an octopus with one row of suckers, for the 2022 paper (Fig. 8) and the thesis (Table 4.1), which show theirs and tell no length. It
// lies along x from its root at x = 0, the rims of all suckers in the plane z = 0, opening downwards. Chosen once: 140 mm long, the
// arm a cone from 12 to 5 mm radius with a round tip; the first 28 mm are without suckers, where a hand holds it. The sucker at x is 1.5 times as
// wide as the arm's radius there, with 1.5 mm to the next. Lengths in metres.
// Groups: "tentacle", the volume; "root", the flat end; "rim", "inner", of all suckers; "skin", all else.
SetFactory("OpenCASCADE");
DefineConstant[
  around = 16,   // nodes around the rim of a sucker
  arm = 7e-3     // edges of cells in the arm
];
mm = 1e-3;
long = 140 * mm; r0 = 12 * mm; slope = -0.05; bare = 28 * mm; between = 1.5 * mm; wide = 1.5;
// Of a sucker of width 1: rim from 0.43 to 0.5, edge 0.06 high, neck 0.34 at the arm's underside in 0.36, cavity 0.26 high and 0.2 at its
// ceiling. So its wall is about a tenth as thick as it is wide.
rim_inner = 0.43; edge = 0.06; neck = 0.34; under = 0.36; deep = 0.26; ceiling = 0.2;
axis = 1 + wide * under; // height of the arm's axis, in radii

r1 = r0 + slope * long;
Cone(1) = {0, 0, axis * r0, long, 0, axis * (r1 - r0), r0, r1};
Sphere(2) = {long, 0, axis * r1, r1};

tools() = {}; holes() = {}; xs() = {}; ds() = {};
x = (bare + wide / 2 * r0) / (1 - wide / 2 * slope);
d = wide * (r0 + slope * x);
For i In {0 : 99}
  If (x + d / 2 < long)
    xs() += x; ds() += d;
    p = newp;
    Point(p) = {0, 0, 0};
    Point(p + 1) = {d / 2, 0, 0};
    Point(p + 2) = {d / 2, 0, edge * d};
    Point(p + 3) = {neck * d, 0, under * d};
    Point(p + 4) = {neck * d, 0, axis * d / wide};
    Point(p + 5) = {0, 0, axis * d / wide};
    c = newc;
    For k In {0 : 5}
      Line(c + k) = {p + k, p + (k + 1) % 6};
    EndFor
    l = newll; Curve Loop(l) = {c : c + 5};
    s = news; Plane Surface(s) = {l};
    made() = Extrude{{0, 0, 1}, {0, 0, 0}, 2 * Pi}{ Surface{s}; };
    Translate{x, 0, 0}{ Volume{made(1)}; }
    tools() += made(1);
    Recursive Delete { Surface{s}; }

    p = newp;
    Point(p) = {0, 0, 0};
    Point(p + 1) = {rim_inner * d, 0, 0};
    Point(p + 2) = {ceiling * d, 0, deep * d};
    Point(p + 3) = {0, 0, deep * d};
    c = newc;
    For k In {0 : 3}
      Line(c + k) = {p + k, p + (k + 1) % 4};
    EndFor
    l = newll; Curve Loop(l) = {c : c + 3};
    s = news; Plane Surface(s) = {l};
    made() = Extrude{{0, 0, 1}, {0, 0, 0}, 2 * Pi}{ Surface{s}; };
    Translate{x, 0, 0}{ Volume{made(1)}; }
    holes() += made(1);
    Recursive Delete { Surface{s}; }

    next = (x + d / 2 + between + wide / 2 * r0) / (1 - wide / 2 * slope);
    x = next;
    d = wide * (r0 + slope * x);
  EndIf
EndFor
solid() = BooleanUnion{ Volume{1}; Delete; }{ Volume{2, tools()}; Delete; };
body() = BooleanDifference{ Volume{solid()}; Delete; }{ Volume{holes()}; Delete; };
Physical Volume("tentacle") = body();

e = 1e-5;
rims() = {}; inners() = {};
For i In {0 : #xs() - 1}
  x = xs(i); d = ds(i);
  rims() += Surface In BoundingBox{x - d / 2 - e, -d / 2 - e, -e, x + d / 2 + e, d / 2 + e, e};
  inners() += Surface In BoundingBox{x - rim_inner * d - e, -rim_inner * d - e, -e, x + rim_inner * d + e, rim_inner * d + e, deep * d + e};
  // Evenly spaced nodes on the circles: rim, edge and ceiling.
  circles() = Curve In BoundingBox{x - d / 2 - e, -d / 2 - e, -e, x + d / 2 + e, d / 2 + e, e};
  circles() += Curve In BoundingBox{x - d / 2 - e, -d / 2 - e, edge * d - e, x + d / 2 + e, d / 2 + e, edge * d + e};
  Transfinite Curve{circles()} = around + 1;
  top() = Curve In BoundingBox{x - ceiling * d - e, -ceiling * d - e, deep * d - e, x + ceiling * d + e, ceiling * d + e, deep * d + e};
  Transfinite Curve{top()} = 2 * Round(around / 4) + 1;
EndFor
root() = Surface In BoundingBox{-5e-3, -1, -1, 5e-3, 1, 1};
inners() -= rims();
all() = Surface{:};
all() -= rims(); all() -= inners(); all() -= root();
Reverse Surface{inners()};
Physical Surface("root") = root();
Physical Surface("rim") = rims();
Physical Surface("inner") = inners();
Physical Surface("skin") = all();

// Cells as wide as those of the rims below the arm's underside, larger above it.
Field[1] = MathEval;
Field[1].F = Sprintf("min(%g, %g * (%g - 0.05 * x) + 0.9 * max(0, z - %g * (%g - 0.05 * x)))", arm, Pi * wide / around, r0, wide * under, r0);
Background Field = 1;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = 0.5;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

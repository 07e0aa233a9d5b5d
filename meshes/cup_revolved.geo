// A suction cup (cup_shape.geo) of few, curved, ten-node tetrahedra. The half profile is cut into triangles and
// each is turned about the axis in `around` steps. Every triangle makes its own volumes, so that each edge of the
// mesh lies on a surface of revolution and its middle node goes with the curvature: a thin wall meshed freely
// with so few cells would have inverted ones.
SetFactory("Built-in");
Include "cup_shape.geo";

DefineConstant[
  around = 10,   // cells around the axis
  rings = 2,     // cells along the wall
  stem_cells = 1, // cells along the stem
  quadratic = 1
];

Geometry.AutoCoherence = 1;
Geometry.Tolerance = 1e-9;
step = -2 * Pi / around; // clockwise: the swept faces then look outwards

cx = 0; cz = 0;
Macro Station // point p at u along the run (x0, z0)-(x1, z1) with sag to the left of the way; arc centre cx, cz
  px = x0 + (x1 - x0) * u; pz = z0 + (z1 - z0) * u;
  If (Fabs(sag) > 1e-9)
    chord = Hypot(x1 - x0, z1 - z0);
    radius = (chord * chord / 4 + sag * sag) / (2 * Fabs(sag));
    side = sag > 0 ? 1 : -1;
    off = side * (radius - Fabs(sag)) / chord;
    cx = (x0 + x1) / 2 + off * (z1 - z0); cz = (z0 + z1) / 2 - off * (x1 - x0);
    a = Atan2(z0 - cz, x0 - cx) - side * 2 * Asin(chord / 2 / radius) * u;
    px = cx + radius * Cos(a); pz = cz + radius * Sin(a);
  EndIf
  p = newp; Point(p) = {px, 0, pz};
Return

// Points: in() from the lip up the inner wall, out() from the top of the lip's edge up the outer wall,
// up() from the foot of the stem to its top.
in() = {}; out() = {}; up() = {};
x0 = inner_radius; z0 = 0; x1 = ceiling_radius; z1 = cavity_height; sag = -inner_sag;
For k In {0 : rings}
  u = k / rings; Call Station;
  in() += p;
EndFor
in_centre = newp; Point(in_centre) = {cx, 0, cz};
x0 = outer_radius; z0 = lip_height; x1 = stem_radius; z1 = shoulder; sag = -outer_sag;
For k In {0 : rings}
  u = k / rings; Call Station;
  out() += p;
EndFor
out_centre = newp; Point(out_centre) = {cx, 0, cz};
up() += out(rings);
x0 = stem_radius; z0 = shoulder; x1 = stem_radius; z1 = height; sag = 0;
For k In {1 : stem_cells}
  u = k / stem_cells; Call Station;
  up() += p;
EndFor
lip = newp; Point(lip) = {outer_radius, 0, 0};
// On the axis: middle of the ceiling, middle of the stem's top.
axis() = {};
For k In {0 : 1}
  p = newp; Point(p) = {0, 0, k == 0 ? cavity_height : height}; axis() += p;
EndFor

// Curves of the profile, by what they bound.
c = newc; Line(c) = {in(0), lip}; lip_line = c;
c = newc; Line(c) = {lip, out(0)}; edge_line = c;
in_curve() = {}; out_curve() = {}; across() = {}; diagonal() = {};
For k In {0 : rings}
  c = newc; Line(c) = {in(k), out(k)}; across() += c;
EndFor
For k In {0 : rings - 1}
  c = newc;
  If (Fabs(inner_sag) > 1e-9)
    Circle(c) = {in(k), in_centre, in(k + 1)};
  Else
    Line(c) = {in(k), in(k + 1)};
  EndIf
  in_curve() += c;
  c = newc;
  If (Fabs(outer_sag) > 1e-9)
    Circle(c) = {out(k), out_centre, out(k + 1)};
  Else
    Line(c) = {out(k), out(k + 1)};
  EndIf
  out_curve() += c;
  c = newc; Line(c) = {in(k + 1), out(k)}; diagonal() += c;
EndFor
ceiling = newc; Line(ceiling) = {axis(0), in(rings)};
spoke = newc; Line(spoke) = {up(stem_cells), axis(1)};
stem_curve() = {};
For k In {0 : stem_cells - 1}
  c = newc; Line(c) = {up(k), up(k + 1)}; stem_curve() += c;
EndFor
Transfinite Curve{:} = 2;

// Triangles. The curves of the boundary come first in a loop; their groups are first() and second()
// (0 inside, 1 rim, 2 outer, 4 inner).
tri() = {}; first() = {}; second() = {};
Macro Triangle // t0, t1, t2: curves, signed; g0, g1: groups of the first two
  l = newll; Curve Loop(l) = {t0, t1, t2};
  s = news; Plane Surface(s) = {l};
  tri() += s; first() += g0; second() += g1;
Return
t0 = lip_line; t1 = edge_line; t2 = -across(0); g0 = 1; g1 = 2;
Call Triangle;
g1 = 0;
For k In {0 : rings - 1}
  t0 = -in_curve(k); t1 = across(k); t2 = -diagonal(k); g0 = 4;
  Call Triangle;
  t0 = out_curve(k); t1 = -across(k + 1); t2 = diagonal(k); g0 = 2;
  Call Triangle;
EndFor
// Turn the triangles, step by step, keeping the faces that the boundary curves sweep.
body() = {}; joint() = {}; rim() = {}; outer() = {}; stem() = {}; inner() = {};
now() = tri();
For n In {1 : around}
  For t In {0 : #now() - 1}
    made() = Extrude{{0, 0, 1}, {0, 0, 0}, step}{ Surface{now(t)}; Layers{1}; };
    body() += made(1);
    now(t) = made(0);
    If (first(t) == 1)
      rim() += made(2);
    ElseIf (first(t) == 2)
      outer() += made(2);
    ElseIf (first(t) == 4)
      inner() += made(2);
    EndIf
    If (second(t) == 2)
      outer() += made(3);
    EndIf
    If (t == #now() - 1)
      joint() += made(3);
    EndIf
  EndFor
  // The skin of the core: ceiling, side and top of the stem.
  made() = Extrude{{0, 0, 1}, {0, 0, 0}, step}{ Curve{ceiling}; Layers{1}; };
  ceiling = made(0); inner() += made(1); joint() += made(1);
  made() = Extrude{{0, 0, 1}, {0, 0, 0}, step}{ Curve{spoke}; Layers{1}; };
  spoke = made(0); stem() += made(1); joint() += made(1);
  For k In {0 : stem_cells - 1}
    made() = Extrude{{0, 0, 1}, {0, 0, 0}, step}{ Curve{stem_curve(k)}; Layers{1}; };
    stem_curve(k) = made(0); stem() += made(1); joint() += made(1);
  EndFor
EndFor
l = newreg; Surface Loop(l) = joint();
core = newreg; Volume(core) = {l};
body() += core;

Physical Volume("cup") = body();
Physical Surface("stem") = stem();
Physical Surface("inner") = inner();
Physical Surface("rim") = rim();
Physical Surface("outer") = outer();

Mesh.MeshSizeMax = 1; // no nodes but the corners
Mesh.ElementOrder = quadratic ? 2 : 1;
Mesh.HighOrderOptimize = 0;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

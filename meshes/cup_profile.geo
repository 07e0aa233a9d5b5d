// The half profile of a suction cup (cup_shape.geo) in the plane (r, z), as triangles with small cells at the lip and larger
// ones away from it. revolve.py turns it into ten-node tetrahedra: cells may then be as small across the lip as wanted, and long
// around it, where a cup that is pressed and pulled straight hardly changes.
SetFactory("Built-in");
Include "cup_shape.geo";

DefineConstant[
  lip = 0.6e-3,     // edge of a cell at the lip
  size = 6e-3,      // and far from it
  even = 0.8e-3,    // distance from the lip's middle up to which cells are small
  growth = 0.8      // by which they grow with the distance beyond
];

Macro Arc // curve c from point p0 to p1 of (x0, z0)-(x1, z1), with sag to the left of the way
  chord = Hypot(x1 - x0, z1 - z0);
  c = newc;
  If (Fabs(sag) > 1e-9)
    radius = (chord * chord / 4 + sag * sag) / (2 * Fabs(sag));
    side = sag > 0 ? 1 : -1;
    off = side * (radius - Fabs(sag)) / chord;
    p = newp; Point(p) = {(x0 + x1) / 2 + off * (z1 - z0), (z0 + z1) / 2 - off * (x1 - x0), 0};
    Circle(c) = {p0, p, p1};
  Else
    Line(c) = {p0, p1};
  EndIf
Return

a = newp; Point(a) = {inner_radius, 0, 0};
g0 = newp; Point(g0) = {outer_radius, 0, 0};
g = newp; Point(g) = {outer_radius, lip_height, 0};
f = newp; Point(f) = {stem_radius, shoulder, 0};
e = newp; Point(e) = {stem_radius, height, 0};
d = newp; Point(d) = {0, height, 0};
m = newp; Point(m) = {0, cavity_height, 0};
b = newp; Point(b) = {ceiling_radius, cavity_height, 0};

rim = newc; Line(rim) = {a, g0};
edge = newc; Line(edge) = {g0, g};
p0 = g; p1 = f; x0 = outer_radius; z0 = lip_height; x1 = stem_radius; z1 = shoulder; sag = -outer_sag;
Call Arc;
outside = c;
side_of_stem = newc; Line(side_of_stem) = {f, e};
top = newc; Line(top) = {e, d};
axis = newc; Line(axis) = {d, m};
ceiling = newc; Line(ceiling) = {m, b};
p0 = b; p1 = a; x0 = ceiling_radius; z0 = cavity_height; x1 = inner_radius; z1 = 0; sag = inner_sag;
Call Arc;
inside = c;

l = newll; Curve Loop(l) = {rim, edge, outside, side_of_stem, top, axis, ceiling, inside};
s = news; Plane Surface(s) = {l};
Physical Surface("cup") = {s};
Physical Curve("rim") = {rim};
Physical Curve("outer") = {edge, outside};
Physical Curve("stem") = {side_of_stem, top};
Physical Curve("inner") = {ceiling, inside};

Field[1] = MathEval;
Field[1].F = Sprintf("Min(%g, Max(%g, %g + %g * (Sqrt((x - %g)^2 + (y - %g)^2) - %g)))", size, lip, lip, growth,
  (inner_radius + outer_radius) / 2, lip_height / 2, even);
Background Field = 1;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.Algorithm = 6;
Mesh.ElementOrder = 2;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

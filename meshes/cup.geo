// A suction cup (cup_shape.geo) of tetrahedra. Every surface is cut into rings about one cell (`size`) wide; the
// nodes of a ring are evenly spaced, their number falls from the lip to the stem, and the rings of the
// inner and the outer wall come in pairs with the same number, so that the thin wall is filled with
// well-shaped cells.
SetFactory("OpenCASCADE");
Include "cup_shape.geo";

DefineConstant[
  size = 2.6e-3, // wanted edge of a cell
  around = 0,    // nodes around the lip, 0: from size
  rings = 0,     // rings of the wall, 0: from size
  core = 0,      // rings of the stem's top, 0: from size
  stem_rings = 0, // rings of the side of the stem, 0: from size
  threshold = 0.5, // cells of a poorer shape than this are improved
  quadratic = 0  // 1: ten-node tetrahedra with curved edges
];

// How many cells along what.
rim_length = 2 * Pi * outer_radius;
wall_length = Hypot(outer_radius - stem_radius, shoulder - lip_height);
n_around = around > 0 ? around : 4 * Round(rim_length / (4 * size));
n_rings = rings > 0 ? rings : Round(wall_length / size);
n_core = core > 0 ? core : Round(stem_radius / size);
n_core = n_core < 1 ? 1 : n_core;
n_lip = Round((outer_radius - inner_radius) / size);
n_lip = n_lip < 1 ? 1 : n_lip;
n_edge = Round(lip_height / size);
n_edge = n_edge < 1 ? 1 : n_edge;
n_stem = stem_rings > 0 ? stem_rings : Round((height - shoulder) / size);
n_stem = n_stem < 1 ? 1 : n_stem;
n_ceiling = Round(ceiling_radius / size);
n_ceiling = n_ceiling < n_core ? n_core : n_ceiling;
n_crown = 6 * n_core;

// The profile is laid point by point. pts: all points; count: nodes around the ring of each point;
// lines: profile curves; part: the group of each curve (1 rim, 2 outer, 3 stem, 4 inner).
pts() = {}; count() = {}; lines() = {}; part() = {};

Macro AddPoint // px, pz, pn
  p = newp; Point(p) = {px, 0, pz};
  pts() += p; count() += pn;
Return

Macro AddCurve // from the last point to (px, pz) of group pg, an arc about (cx, cz) if arc = 1
  last = pts(#pts() - 1);
  Call AddPoint;
  c = newc;
  If (arc)
    pc = newp; Point(pc) = {cx, 0, cz};
    Circle(c) = {last, pc, pts(#pts() - 1)};
  Else
    Line(c) = {last, pts(#pts() - 1)};
  EndIf
  lines() += c; part() += pg;
Return

Macro AddRun // steps pieces from (x0, z0) to (x1, z1) with sag (> 0: to the left of the way), nodes n0 to n1
  chord = Hypot(x1 - x0, z1 - z0);
  arc = Fabs(sag) > 1e-9;
  If (arc)
    radius = (chord * chord / 4 + sag * sag) / (2 * Fabs(sag));
    side = sag > 0 ? 1 : -1;
    // The centre lies off the chord's middle, on the far side of the bulge.
    ex = (x1 - x0) / chord; ez = (z1 - z0) / chord;
    off = side * (radius - Fabs(sag));
    cx = (x0 + x1) / 2 + off * ez; cz = (z0 + z1) / 2 - off * ex;
    a0 = Atan2(z0 - cz, x0 - cx);
    half = Asin(chord / 2 / radius);
  EndIf
  For k In {1 : steps}
    u = k / steps;
    If (arc)
      a = a0 - side * 2 * half * u;
      px = cx + radius * Cos(a); pz = cz + radius * Sin(a);
    EndIf
    If (!arc || k == steps)
      px = x0 + (x1 - x0) * u; pz = z0 + (z1 - z0) * u;
    EndIf
    pn = 2 * Round((n0 + (n1 - n0) * u) / 2);
    Call AddCurve;
  EndFor
Return

px = inner_radius; pz = 0; pn = n_around; Call AddPoint;
first = pts(0);

pg = 1; sag = 0; x0 = inner_radius; z0 = 0; x1 = outer_radius; z1 = 0; n0 = n_around; n1 = n_around;
steps = n_lip; Call AddRun; // A to G0
pg = 2; x0 = x1; z0 = z1; x1 = outer_radius; z1 = lip_height; steps = n_edge; Call AddRun; // to G
x0 = x1; z0 = z1; x1 = stem_radius; z1 = shoulder; n1 = n_crown; sag = -outer_sag;
steps = n_rings; Call AddRun; // to F
pg = 3; sag = 0; x0 = x1; z0 = z1; z1 = height; n0 = n_crown; steps = n_stem; Call AddRun; // to E
x0 = x1; z0 = z1; x1 = 0; n1 = 0; steps = n_core; Call AddRun; // to D
top_centre = pts(#pts() - 1);
// The axis, D to C.
pg = 0; x0 = 0; x1 = 0; z1 = cavity_height; n0 = 0; n1 = 0; steps = 1; Call AddRun;
ceiling_centre = pts(#pts() - 1);
pg = 4; z0 = z1; x1 = ceiling_radius; n1 = 6 * n_ceiling; steps = n_ceiling; Call AddRun; // to B
// B to A, closing on the first point.
x0 = x1; z0 = z1; x1 = inner_radius; z1 = 0; n0 = 6 * n_ceiling; n1 = n_around; sag = inner_sag;
steps = n_rings; Call AddRun;
// The last curve must end on the first point: lay it again.
lc = lines(#lines() - 1);
before = pts(#pts() - 2);
Delete { Curve{lc}; Point{pts(#pts() - 1)}; }
If (arc)
  pc = newp; Point(pc) = {cx, 0, cz};
  Circle(lc) = {before, pc, first};
Else
  Line(lc) = {before, first};
EndIf

Curve Loop(1) = lines();
Plane Surface(1) = {1};
out() = Extrude{{0, 0, 1}, {0, 0, 0}, 2 * Pi}{ Surface{1}; };
Recursive Delete { Surface{1}; }

// Extrude gives the lateral surfaces in the order of the curves, without the axis; the circles are
// numbered after the profile in the order of the points.
circle = #lines() + 1;
surface = 2;
rim() = {}; outer() = {}; stem() = {}; inner() = {};
For k In {0 : #lines() - 1}
  If (count(k) > 0)
    Transfinite Curve{circle} = count(k) + 1;
    circle += 1;
  EndIf
  If (part(k) == 1)
    rim() += out(surface);
  ElseIf (part(k) == 2)
    outer() += out(surface);
  ElseIf (part(k) == 3)
    stem() += out(surface);
  ElseIf (part(k) == 4)
    inner() += out(surface);
  EndIf
  If (part(k) > 0)
    surface += 1;
  EndIf
EndFor
// One cell along each piece of the profile that is left as a seam.
seams() = Curve In BoundingBox{-1, -1e-6, -1, 1, 1e-6, 1};
Transfinite Curve{seams()} = 2;

Physical Volume("cup") = {out(1)};
Physical Surface("stem") = stem();
Physical Surface("inner") = inner();
Physical Surface("rim") = rim();
Physical Surface("outer") = outer();

Mesh.MeshSizeMin = 0.3 * size;
Mesh.MeshSizeMax = size;
Mesh.MeshSizeExtendFromBoundary = 1;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = threshold;
Mesh.ElementOrder = quadratic ? 2 : 1;
Mesh.HighOrderOptimize = quadratic ? 1 : 0;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

// Cups that cup_shape.geo cannot tell, as bodies of revolution about z: a closed profile of straight pieces, each cut into rings
// about one cell (`size`) wide with evenly spaced nodes, as in cup.geo. Rim in the plane z = 0, opening downwards, stem
// upwards. Lengths in metres. Groups: "cup", the volume; "rim", "outer", "stem", "inner".
SetFactory("OpenCASCADE");

DefineConstant[
  shape = 1,
  size = 2.6e-3, // wanted edge of a cell
  around = 0,    // nodes around the rim, 0: from size
  threshold = 0.5 // cells of a poorer shape than this are improved
];

// The profile (x, z) in mm from the inner edge of the rim, over the outside and the stem to the axis, and from the axis along the
// ceiling back; g: the group of the piece that ends there (1 rim, 2 outer, 3 stem, 0 the axis, 4 inner).
If (shape == 1)
  // A plunger (the 2022 paper, Fig. 12, left): a deep bell with an even wall of 2 mm, inside half an ellipse of 15 x 12 mm.
  // The paper shows these three and tells no length: 35 mm across as its standard cup, the rest is ours.
  x() = {15, 17.5, 17.5, 17, 16.45, 14.85, 12.28, 8.93, 5, 5, 0, 0, 2.5, 4.64, 8.82, 12.14, 14.27, 15};
  z() = {0, 0, 1.2, 2, 5.32, 8.43, 11.13, 13.23, 14.62, 20, 20, 13, 13, 12.41, 10.71, 8.05, 4.71, 1};
  g() = {4, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 0, 4, 4, 4, 4, 4, 4};
ElseIf (shape == 2)
  // A sucker of an octopus (Fig. 12, middle): a funnel of 31 mm that narrows to 12 mm, and a chamber of 16 mm above it.
  x() = {15.5, 17.5, 17.5, 13.5, 10.5, 10.5, 8.5, 5, 5, 0, 0, 2.5, 4.5, 7.5, 8, 6.5, 6};
  z() = {0, 0, 1.2, 5, 8, 12.5, 15.5, 16.5, 21.5, 21.5, 14, 14, 13.4, 11, 9, 6.5, 5};
  g() = {4, 1, 2, 2, 2, 2, 2, 2, 3, 3, 0, 4, 4, 4, 4, 4, 4};
ElseIf (shape == 3)
  // A cup of the trade (Fig. 12, right): a bell 24 mm across and 9 mm high over a thin lip that slopes outwards.
  x() = {16.7, 17.5, 17.5, 14.2, 13.6, 12.2, 9, 5, 5, 0, 0, 2.5, 6, 9.4, 11.4, 12, 12};
  z() = {0, 0, 0.6, 3.2, 6, 8.6, 10.6, 11.4, 16.4, 16.4, 9, 9, 8.6, 7.4, 5.4, 3.6, 2.4};
  g() = {4, 1, 2, 2, 2, 2, 2, 2, 3, 3, 0, 4, 4, 4, 4, 4, 4};
ElseIf (shape == 4)
  // A cup with one and a half folds (bellows), walls of 1.6 mm, 35 mm across.
  x() = {16.2, 17.5, 17.5, 11.6, 17.2, 17.2, 9, 5, 5, 0, 0, 6, 8, 15, 9.6};
  z() = {0, 0, 1, 5.4, 10, 11.4, 16.2, 16.8, 21.8, 21.8, 14.6, 14.6, 14.4, 10.7, 5.4};
  g() = {4, 1, 2, 2, 2, 2, 2, 2, 3, 3, 0, 4, 4, 4, 4};
Else
  // The cup with a round border of the thesis, 5.2.2 (red): cavity 21 mm high, 7 across at its top and 51 at the rim, 55 outside.
  // The wall is as thick as the rim, 2 mm, and 3 at the top; the stem is that of the thesis's others, 10.5 mm across.
  x() = {25.5, 27.5, 26.78, 24.65, 21.22, 16.68, 11.26, 5.25, 5.25, 0, 0, 3.5, 9.38, 14.72, 19.23, 22.65, 24.78};
  z() = {0, 0, 5.47, 10.65, 15.27, 19.08, 21.9, 23.56, 29, 29, 21, 21, 19.71, 17.31, 13.92, 9.75, 5.01};
  g() = {4, 1, 2, 2, 2, 2, 2, 2, 3, 3, 0, 4, 4, 4, 4, 4, 4};
EndIf

mm = 1e-3;
n = #x();
pts() = {}; count() = {}; lines() = {}; part() = {};
widest = around > 0 ? around : 4 * Round(2 * Pi * x(1) * mm / (4 * size));

For k In {0 : n - 1}
  l = (k + 1) % n;
  chord = Hypot(x(l) - x(k), z(l) - z(k)) * mm;
  steps = Round(chord / size);
  steps = steps < 1 || g(l) == 0 ? 1 : steps;
  For s In {0 : steps - 1}
    px = (x(k) + (x(l) - x(k)) * s / steps) * mm;
    pz = (z(k) + (z(l) - z(k)) * s / steps) * mm;
    p = newp; Point(p) = {px, 0, pz};
    pts() += p;
    rim_share = px / (x(1) * mm);
    c = 2 * Round(widest * rim_share / 2);
    c = c < 6 ? 6 : c;
    count() += px < 1e-9 ? 0 : c;
    part() += g(l);
  EndFor
EndFor
// The ring of the rim's inner edge has as many nodes as that of its outer one.
count(0) = widest;
For k In {0 : #pts() - 1}
  c = newc; Line(c) = {pts(k), pts((k + 1) % #pts())};
  lines() += c;
EndFor

Curve Loop(1) = lines();
Plane Surface(1) = {1};
out() = Extrude{{0, 0, 1}, {0, 0, 0}, 2 * Pi}{ Surface{1}; };
Recursive Delete { Surface{1}; }

// Extrude gives the lateral surfaces in the order of the curves, without the axis; the circles are numbered after the profile in
// the order of the points.
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
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

// The upper part of a sphere: what lies above the plane z = -depth, its top on z = 0. Lengths in metres. Groups: "round", the part of
// the sphere; "cut", the plane.
SetFactory("OpenCASCADE");
DefineConstant[ radius = 60e-3, depth = 12e-3, size = 4e-3 ];
Sphere(1) = {0, 0, -radius, radius};
Box(2) = {-2 * radius, -2 * radius, -depth, 4 * radius, 4 * radius, 2 * depth};
made() = BooleanIntersection{ Volume{1}; Delete; }{ Volume{2}; Delete; };
faces() = Boundary{ Volume{made(0)}; };
round() = {}; cut() = {};
For f In {0 : #faces() - 1}
  box() = BoundingBox Surface{Fabs(faces(f))};
  If (box(5) - box(2) > depth / 2)
    round() += Fabs(faces(f));
  Else
    cut() += Fabs(faces(f));
  EndIf
EndFor
Physical Surface("round") = {round()};
Physical Surface("cut") = {cut()};
Mesh.MeshSizeMax = size;
Mesh.Algorithm = 6;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

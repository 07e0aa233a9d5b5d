// A plug for the bottle: a cylinder along z from 0 to its length, its lower edge bevelled. Lengths in metres.
// Groups: "plug", the volume; "top", its upper face; "below", its lower face; "sides", the rest.
SetFactory("OpenCASCADE");

DefineConstant[
  radius = 10.3e-3,
  length = 20e-3,
  bevel = 1.5e-3,
  size = 3.4e-3 // of cells
];

Cylinder(1) = {0, 0, bevel, 0, 0, length - bevel, radius};
Cone(2) = {0, 0, 0, 0, 0, bevel, radius - bevel, radius};
BooleanUnion(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
skin() = Abs(Boundary{ Volume{3}; });

e = 1e-6;
top() = Surface In BoundingBox{-1, -1, length - e, 1, 1, length + e};
below() = Surface In BoundingBox{-1, -1, -e, 1, 1, e};
skin() -= top();
skin() -= below();
Physical Volume("plug") = {3};
Physical Surface("top") = top();
Physical Surface("below") = below();
Physical Surface("sides") = skin();

MeshSize{:} = size;
Mesh.MeshSizeExtendFromBoundary = 1;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

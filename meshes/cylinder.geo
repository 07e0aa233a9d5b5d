// A cylinder lying along x, its middle at the origin. Lengths in metres. Groups: "cylinder", the volume, absent with
// surface = 1; "side"; "ends".
// The nodes around the ends and along the seam are evenly spaced.
SetFactory("OpenCASCADE");

DefineConstant[
  radius = 25e-3, length = 60e-3,
  size = 6e-3, // edge of a cell
  surface = 0
];

Cylinder(1) = {-length / 2, 0, 0, length, 0, 0, radius};
side() = Surface In BoundingBox{-length, -length - radius, -length - radius, length, length + radius, length + radius};
low() = Surface In BoundingBox{-length, -2 * radius, -2 * radius, -length / 4, 2 * radius, 2 * radius};
high() = Surface In BoundingBox{length / 4, -2 * radius, -2 * radius, length, 2 * radius, 2 * radius};
ends() = {low(), high()};
side() -= {ends()};
circles() = Boundary{ Surface{ends()}; };
Transfinite Curve{circles()} = 4 * Round(2 * Pi * radius / (4 * size)) + 1;

If (!surface)
  Physical Volume("cylinder") = {1};
EndIf
Physical Surface("side") = {side()};
Physical Surface("ends") = {ends()};

Mesh.MeshSizeMin = size;
Mesh.MeshSizeMax = size;
Mesh.Algorithm = 6;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = 0.5;
Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

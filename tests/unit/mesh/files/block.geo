// A block of 30 x 20 x 10 mm in metres. Physical surfaces: "lid" above, 7 (no name) below; the volume is "rubber".
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 0.03, 0.02, 0.01};
Mesh.CharacteristicLengthMin = 0.01;
Mesh.CharacteristicLengthMax = 0.01;
Physical Surface("lid", 3) = {6};
Physical Surface(7) = {5};
Physical Volume("rubber", 1) = {1};

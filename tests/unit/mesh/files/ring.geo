// A ring revolved from a square profile, saved with everything that made it: the profile's elements are no
// faces of the volume.
SetFactory("OpenCASCADE");
Point(1) = {0.01, 0, 0};
Point(2) = {0.02, 0, 0};
Point(3) = {0.02, 0, 0.01};
Point(4) = {0.01, 0, 0.01};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Mesh.CharacteristicLengthMin = 0.01;
Mesh.CharacteristicLengthMax = 0.01;
Extrude {{0, 0, 1}, {0, 0, 0}, 2 * Pi} { Surface{1}; }
Physical Surface("profile") = {1};
Physical Surface("skin") = {2:5};

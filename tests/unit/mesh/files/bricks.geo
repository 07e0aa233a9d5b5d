// The same block in 3 x 2 x 1 hexahedra.
Point(1) = {0, 0, 0}; Point(2) = {0.03, 0, 0}; Point(3) = {0.03, 0.02, 0}; Point(4) = {0, 0.02, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Transfinite Curve {1, 3} = 4; Transfinite Curve {2, 4} = 3;
Transfinite Surface {1}; Recombine Surface {1};
up[] = Extrude {0, 0, 0.01} { Surface{1}; Layers{1}; Recombine; };
Physical Surface("lid", 3) = {up[0]};
Physical Surface(7) = {1};
Physical Volume("rubber", 1) = {up[1]};

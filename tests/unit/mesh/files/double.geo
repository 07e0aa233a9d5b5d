// The block with its lid in two physical groups, "lid" and "grip", and all in "rubber" and "soft".
Merge "block.geo";
Physical Surface("grip", 4) = {6};
Physical Volume("soft", 2) = {1};

// A soft table with four legs, of hexahedra, with bars between the legs that differ in x or without. Lengths in metres; the feet stand on z = 0.
// Groups: "table", the volume; "top", its upper face; "feet", the four soles; "sides", the rest.
SetFactory("OpenCASCADE");

DefineConstant[
  half = 40e-3,     // half the width of the top
  leg = 12e-3,      // width of a leg
  height = 40e-3,   // of the legs
  thickness = 8e-3, // of the top
  across = 2,       // cells across a leg
  between = 6,      // cells between two legs
  along = 5,        // cells along a leg
  through = 2,      // cells through the top
  bars = 0,         // 1: there are bars
  low = 16e-3,      // of a bar
  high = 24e-3      // the same
];

// Nine blocks for the top, one for each leg.
place() = {-half, -half + leg, half - leg};
width() = {leg, 2 * (half - leg), leg};
For j In {0 : 2}
  For i In {0 : 2}
    Box(newv) = {place[i], place[j], height, width[i], width[j], thickness};
    If (i != 1 && j != 1 && !bars)
      Box(newv) = {place[i], place[j], 0, leg, leg, height};
    EndIf
    If (i != 1 && j != 1 && bars)
      Box(newv) = {place[i], place[j], 0, leg, leg, low};
      Box(newv) = {place[i], place[j], low, leg, leg, high - low};
      Box(newv) = {place[i], place[j], high, leg, leg, height - high};
    EndIf
    If (i == 1 && j != 1 && bars)
      Box(newv) = {place[i], place[j], low, width[i], leg, high - low};
    EndIf
  EndFor
EndFor
BooleanFragments{ Volume{:}; Delete; }{}
volumes() = Volume{:};
skin() = Abs(CombinedBoundary{ Volume{:}; });

// Cells by where a line runs and how long it is.
e = 1e-6;
lines() = Curve{:};
For k In {0 : #lines() - 1}
  box() = BoundingBox Curve{lines[k]};
  upright = box[5] - box[2] > e;
  length = Sqrt((box[3] - box[0])^2 + (box[4] - box[1])^2 + (box[5] - box[2])^2);
  up = Round(along * length / height); // a leg with bars is three parts
  cells = upright ? (box[2] < height - e ? up : through) : (length > leg + e ? between : across);
  Transfinite Curve{lines[k]} = cells + 1;
EndFor
Transfinite Surface{:};
Recombine Surface{:};
Transfinite Volume{:};

top() = Surface In BoundingBox{-1, -1, height + thickness - e, 1, 1, height + thickness + e};
feet() = Surface In BoundingBox{-1, -1, -e, 1, 1, e};
skin() -= top();
skin() -= feet();
Physical Volume("table") = volumes();
Physical Surface("top") = top();
Physical Surface("feet") = feet();
Physical Surface("sides") = skin();

Mesh.MshFileVersion = 4.1;
Mesh.Binary = 0;
Mesh.SaveAll = 0;

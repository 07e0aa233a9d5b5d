// The shape of a suction cup, shared by cup.geo, cup_revolved.geo and cup_profile.geo: a body of revolution about z, rim in the
// plane z = 0, opening downwards, stem upwards.
//
//            E ___ D          The half profile in the plane y = 0, counter-clockwise:
//             |   :           A  inner edge of the lip      (inner_radius, 0)
//             |   :           G0 outer edge of the lip      (outer_radius, 0)
//      ___----F   :           G  top of the lip's edge      (outer_radius, lip_height)
//   G /    ___B___C           F  foot of the stem           (stem_radius, shoulder)
//  G0|_A--'       :           E  edge of the stem's top     (stem_radius, height)
//                 axis        D, C the axis, top of the stem and ceiling of the cavity
//                             B  edge of the ceiling        (ceiling_radius, cavity_height)
//
// A-B and G-F are straight, or arcs of a circle that bulge upwards by inner_sag and outer_sag.
// Lengths are in metres.
//
// The defaults are cup_35x15, the "standard suction cup of 35 x 15 mm" of the 2022 paper. The paper gives
// those two lengths only; the others are ours:
//   outer diameter 35, height 15          the paper's
//   lip 1.0 wide and flat, its edge 0.8 high: the wall, at 43 degrees there, is then 1.27 thick
//   cavity 7.5 high, ceiling 8 across     close to the thesis cup (cavity 9, ceiling 8, outside 40)
//   wall 2.4 thick at the crown           foot of the stem 9.7 high; tapers evenly to the lip
//   sags 0.8 inside, 0.9 outside          a slightly domed bell rather than a cone
//   stem 10 across, 5.3 long              the stem of the thesis cups (Table 5.1)
// Fillets are left out: a coarse mesh could not show them.
//
// The 31.5 mm cup of the paper's Table 3 is this one scaled by 0.9 (scenes/pull_off_cylinder.xml): the paper tells its diameter and
// that it was "modeled to visually match the real one", and neither it nor the thesis tells any other length.
DefineConstant[
  outer_radius = 17.5e-3, inner_radius = 16.5e-3, lip_height = 0.8e-3,
  cavity_height = 7.5e-3, ceiling_radius = 4.0e-3, inner_sag = 0.8e-3,
  shoulder = 9.7e-3, outer_sag = 0.9e-3, stem_radius = 5.0e-3, height = 15e-3
];

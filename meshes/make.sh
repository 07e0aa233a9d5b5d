#!/bin/sh
# Makes every mesh of this folder from its .geo source, checks it, and renews the table of README.md.
# Needs gmsh (4.8.4 made the files that are kept here) and Python 3. The same gmsh gives the same files.
set -eu
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# make NAME DIMENSION SOURCE [parameter=value]...
make() {
  name=$1 dimension=$2 source=$3
  shift 3
  arguments=""
  for pair in "$@"; do
    arguments="$arguments -setnumber ${pair%%=*} ${pair#*=}"
  done
  case $name in
    *.obj | *_q*.msh) target=$scratch/made.msh ;;
    *) target=$name ;;
  esac
  # shellcheck disable=SC2086
  gmsh "$source" -"$dimension" -nt 1 -v 1 $arguments -o "$target"
  case $name in
    *.obj) python3 -B to_obj.py "$target" "$name" ;;
    *_q*.msh) python3 -B pack.py "$target" "$name" ;;
  esac
}

# The 35 x 15 mm cup, linear, named by the number of nodes aimed at.
make cup_35x15_n250.msh 3 cup.geo size=3.5e-3 around=24 rings=4 stem_rings=3
make cup_35x15_n434.msh 3 cup.geo size=2.8e-3 around=32 rings=5 stem_rings=3
make cup_35x15_n816.msh 3 cup.geo size=2e-3 around=48 rings=7 stem_rings=3
make cup_35x15_n900.msh 3 cup.geo size=2.2e-3 around=48 rings=8 stem_rings=4
make cup_35x15_n1600.msh 3 cup.geo size=1.5e-3 around=76 rings=10
make cup_35x15_n1787.msh 3 cup.geo size=1.5e-3 around=76 rings=11
make cup_35x15_n2676.msh 3 cup.geo size=1.15e-3 around=100 rings=13
make cup_35x15_n4200.msh 3 cup.geo size=0.95e-3 around=116 rings=15
make cup_35x15_n5197.msh 3 cup.geo size=0.9e-3 around=124 rings=18
cp cup_35x15_n434.msh cup_35x15.msh

# The same of curved ten-node tetrahedra.
make cup_35x15_q434.msh 3 cup_revolved.geo around=10 rings=2
make cup_35x15_q816.msh 3 cup_revolved.geo around=12 rings=4
make cup_35x15_q900.msh 3 cup_revolved.geo around=16 rings=3
make cup_35x15_q1600.msh 3 cup_revolved.geo around=20 rings=5
make cup_35x15_q1787.msh 3 cup_revolved.geo around=22 rings=5
make cup_35x15_q2676.msh 3 cup_revolved.geo around=26 rings=7
make cup_35x15_q4200.msh 3 cup_revolved.geo around=34 rings=8 stem_cells=2
make cup_35x15_q5197.msh 3 cup_revolved.geo around=38 rings=9 stem_cells=2

# The same with small cells at the lip, named by their edge there in um (the triangles of the surface have half of it), and one
# of them with more cells around.
# graded NAME AROUND [parameter=value]...
graded() {
  name=$1 around=$2
  shift 2
  make "$scratch/profile.msh" 2 cup_profile.geo "$@"
  python3 -B revolve.py "$scratch/profile.msh" "$scratch/turned.msh" "$around"
  python3 -B pack.py "$scratch/turned.msh" "$name"
}
graded cup_35x15_g1000.msh 20 lip=1e-3
graded cup_35x15_g600.msh 20 lip=0.6e-3
graded cup_35x15_g300.msh 20 lip=0.3e-3 even=0.7e-3
graded cup_35x15_g600_around32.msh 32 lip=0.6e-3

# The cups of the thesis, with straight walls (README.md says which lengths are whose). The small one is also there with as
# many nodes as in its Table 4.3, nearly.
small='inner_sag=0 outer_sag=0 outer_radius=20e-3 inner_radius=16e-3 lip_height=1e-3 cavity_height=9e-3 ceiling_radius=4e-3
  shoulder=13e-3 stem_radius=5e-3 height=18e-3 stem_rings=2'
# shellcheck disable=SC2086
{
  make cup_small.msh 3 cup.geo $small size=3.2e-3
  make cup_small_fine.msh 3 cup.geo $small size=2.6e-3
  make cup_small_n125.msh 3 cup.geo $small size=10e-3
  make cup_small_n203.msh 3 cup.geo $small size=5.2e-3
  make cup_small_n363.msh 3 cup.geo $small size=3.6e-3
}
large='inner_sag=0 outer_sag=0 outer_radius=34.5e-3 inner_radius=24e-3 lip_height=3e-3 cavity_height=13.5e-3
  ceiling_radius=6e-3 shoulder=19.5e-3 stem_radius=7.5e-3 height=27e-3 stem_rings=2'
# shellcheck disable=SC2086
{
  make cup_large.msh 3 cup.geo $large size=4.8e-3
  make cup_large_coarse.msh 3 cup.geo $large size=6e-3
  make cup_large_fine.msh 3 cup.geo $large size=4e-3
}
make cup_S.msh 3 cup.geo inner_sag=0 outer_sag=0 outer_radius=16e-3 inner_radius=12e-3 lip_height=1e-3 \
  cavity_height=4.5e-3 ceiling_radius=6.0659386702e-3 shoulder=7.1e-3 stem_radius=5e-3 height=12.1e-3 size=2.2e-3 rings=4
make cup_S_fine.msh 3 cup.geo inner_sag=0 outer_sag=0 outer_radius=16e-3 inner_radius=12e-3 lip_height=1e-3 \
  cavity_height=4.5e-3 ceiling_radius=6.0659386702e-3 shoulder=7.1e-3 stem_radius=5e-3 height=12.1e-3 size=1.7e-3 rings=5
make cup_S_coarse.msh 3 cup.geo inner_sag=0 outer_sag=0 outer_radius=16e-3 inner_radius=12e-3 lip_height=1e-3 \
  cavity_height=4.5e-3 ceiling_radius=6.0659386702e-3 shoulder=7.1e-3 stem_radius=5e-3 height=12.1e-3 size=2.8e-3 rings=3
make cup_B.msh 3 cup.geo inner_sag=0 outer_sag=0 outer_radius=23e-3 inner_radius=19e-3 lip_height=1e-3 \
  cavity_height=10e-3 ceiling_radius=8.0563051916e-3 shoulder=12.7e-3 stem_radius=5e-3 height=17.7e-3 size=2.7e-3 rings=6
make cup_B_fine.msh 3 cup.geo inner_sag=0 outer_sag=0 outer_radius=23e-3 inner_radius=19e-3 lip_height=1e-3 \
  cavity_height=10e-3 ceiling_radius=8.0563051916e-3 shoulder=12.7e-3 stem_radius=5e-3 height=17.7e-3 size=2.2e-3 rings=8
make cup_B_coarse.msh 3 cup.geo inner_sag=0 outer_sag=0 outer_radius=23e-3 inner_radius=19e-3 lip_height=1e-3 \
  cavity_height=10e-3 ceiling_radius=8.0563051916e-3 shoulder=12.7e-3 stem_radius=5e-3 height=17.7e-3 size=3.6e-3 rings=5

# The asymmetric cup of the thesis, 5.2.2: a cup of 41.5 mm, one half of which egg.py makes twice as long.
# egg NAME SIZE
egg() {
  make "$scratch/round.msh" 3 cup.geo inner_sag=0 outer_sag=0 outer_radius=20.75e-3 inner_radius=19e-3 lip_height=1e-3 \
    cavity_height=8e-3 ceiling_radius=2.25e-3 shoulder=10.5e-3 stem_radius=5e-3 height=16e-3 size="$2"
  python3 -B egg.py "$scratch/round.msh" "$1" 19e-3
}
egg cup_asymmetric.msh 3.2e-3
egg cup_asymmetric_fine.msh 2.6e-3
egg cup_asymmetric_coarse.msh 4e-3

# Cups of other shapes (turned.geo).
make cup_plunger.msh 3 turned.geo shape=1 size=3.4e-3
make cup_plunger_fine.msh 3 turned.geo shape=1 size=2.6e-3
make cup_plunger_coarse.msh 3 turned.geo shape=1 size=4.2e-3
make cup_sucker.msh 3 turned.geo shape=2 size=3.4e-3
make cup_sucker_fine.msh 3 turned.geo shape=2 size=2e-3
make cup_sucker_coarse.msh 3 turned.geo shape=2 size=4.2e-3
make cup_trade.msh 3 turned.geo shape=3 size=3.6e-3
make cup_trade_fine.msh 3 turned.geo shape=3 size=3e-3
make cup_trade_coarse.msh 3 turned.geo shape=3 size=4.4e-3
make cup_bellows.msh 3 turned.geo shape=4 size=4e-3
make cup_bellows_fine.msh 3 turned.geo shape=4 size=2.8e-3
make cup_bellows_coarse.msh 3 turned.geo shape=4 size=4.8e-3
make cup_round.msh 3 turned.geo shape=5 size=5e-3
make cup_round_fine.msh 3 turned.geo shape=5 size=3.6e-3
make cup_round_coarse.msh 3 turned.geo shape=5 size=6.2e-3

# Boxes.
make cube_30.obj 2 box.geo surface=1
make cube_soft_30.msh 3 box.geo size=5.15e-3
big='x0=-30e-3 y0=-30e-3 z0=-30e-3 x1=30e-3 y1=30e-3 z1=30e-3'
# shellcheck disable=SC2086
make cube_60.obj 2 box.geo surface=1 $big
# Its skin with 4, 6, 12 and 17 cells to an edge: Table 2 of the 2022 paper.
for cells in 4 6 12 17; do
  # shellcheck disable=SC2086
  make cube_60_k$cells.obj 2 box.geo surface=1 nx=$cells ny=$cells nz=$cells $big
done
# shellcheck disable=SC2086
make cube_soft_60.msh 3 box.geo size=10.3e-3 $big
# Finer where a cup is pressed on it, named by the number of nodes aimed at.
# shellcheck disable=SC2086
make cube_soft_60_n772.msh 3 box.geo size=20.5e-3 top=3.95e-3 $big
# shellcheck disable=SC2086
make cube_soft_60_n1751.msh 3 box.geo size=22e-3 top=2.45e-3 $big
# shellcheck disable=SC2086
make cube_soft_60_n3350.msh 3 box.geo size=22e-3 top=1.7e-3 $big
# The very soft cube of the thesis.
wide='x0=-57.5e-3 y0=-57.5e-3 z0=-57.5e-3 x1=57.5e-3 y1=57.5e-3 z1=57.5e-3 size=32e-3'
# shellcheck disable=SC2086
make cube_soft_115.msh 3 box.geo top=8e-3 $wide
# shellcheck disable=SC2086
make cube_soft_115_fine.msh 3 box.geo top=5.5e-3 $wide
# shellcheck disable=SC2086
make cube_soft_115_coarse.msh 3 box.geo top=11e-3 $wide
# A soft cube with a tunnel, for Fig. 13 of the 2022 paper.
make cube_tunnel.msh 3 tunnel.geo
make cube_tunnel_fine.msh 3 tunnel.geo top=3.4e-3 tunnel=2e-3 coarse=13e-3
make cube_tunnel_coarse.msh 3 tunnel.geo top=6e-3 tunnel=3e-3 coarse=18e-3
make cube_30_hex.msh 3 box.geo nx=6 ny=6 nz=6 hex=1
make ground.obj 2 box.geo surface=1 x0=-0.1 y0=-0.1 z0=-0.02 x1=0.1 y1=0.1 z1=0
make beam_hex.msh 3 box.geo ends=0 beam=1 hex=1 nx=20 ny=2 nz=2 x0=0 x1=0.1 y0=-5e-3 y1=5e-3 z0=-5e-3 z1=5e-3
make beam_tet.msh 3 box.geo ends=0 beam=1 size=4e-3 x0=0 x1=0.1 y0=-5e-3 y1=5e-3 z0=-5e-3 z1=5e-3

# A plate of 200 x 200 x 2 mm, of hexahedra: cells of 10 mm, of 14 mm and of 7 mm.
plate='hex=1 nz=1 x0=-0.1 y0=-0.1 z0=-1e-3 x1=0.1 y1=0.1 z1=1e-3'
# shellcheck disable=SC2086
make plate_200.msh 3 box.geo nx=20 ny=20 $plate
# shellcheck disable=SC2086
make plate_200_coarse.msh 3 box.geo nx=14 ny=14 $plate
# shellcheck disable=SC2086
make plate_200_fine.msh 3 box.geo nx=28 ny=28 $plate

# A soft table, and one with bars between its legs.
make table.msh 3 table.geo
make table_coarse.msh 3 table.geo across=1 between=4 along=5 through=1
make table_fine.msh 3 table.geo across=3 between=9 along=8 through=3
make table_bars.msh 3 table.geo bars=1
make table_bars_coarse.msh 3 table.geo bars=1 across=1 between=4 along=5 through=1
make table_bars_fine.msh 3 table.geo bars=1 across=3 between=9 along=10 through=3

# A leg of the pop-up toy: cells along, across and through. As long as thick, for longer ones are too stiff in bending
# (docs/body.md).
python3 -B leg.py leg.msh 24 3 2
python3 -B leg.py leg_coarse.msh 12 2 1
python3 -B leg.py leg_fine.msh 36 4 3

# A clip, and the pipe that it snaps on: cells around, across and through.
python3 -B clip.py clip.msh 20 4 2
python3 -B clip.py clip_coarse.msh 12 3 1
python3 -B clip.py clip_fine.msh 30 6 3
python3 -B hose.py hose.msh 32 8 2 # cells around, along and through

# A bottle and its plug.
python3 -B bottle.py bottle.obj 48 3e-3
python3 -B bottle.py bottle_coarse.obj 32 4e-3
python3 -B bottle.py bottle_fine.obj 72 2e-3
make plug.msh 3 plug.geo
make plug_coarse.msh 3 plug.geo size=4.6e-3
make plug_fine.msh 3 plug.geo size=2.5e-3
python3 -B curved.py ellipse pipe_r9.8.obj 19.6e-3 19.6e-3 30e-3 2e-3

# The halves of a jelly cube, 644 nodes together as in the 2022 paper, and finer and coarser ones.
make jelly_plain.msh 3 jelly_half.geo hole=0 fine=4.2e-3 coarse=10e-3
make jelly_hole.msh 3 jelly_half.geo fine=4.5e-3 coarse=12e-3
make jelly_plain_fine.msh 3 jelly_half.geo hole=0 fine=3e-3
make jelly_hole_fine.msh 3 jelly_half.geo fine=3e-3
make jelly_plain_coarse.msh 3 jelly_half.geo hole=0 fine=5.5e-3 coarse=13e-3
make jelly_hole_coarse.msh 3 jelly_half.geo fine=5.5e-3 coarse=14e-3

# An arm of an octopus: 1585 nodes aimed at as in the 2022 paper, a coarser and a finer one; and for the thesis, which has 731.
make tentacle.msh 3 tentacle.geo around=16 arm=5e-3
make tentacle_coarse.msh 3 tentacle.geo around=12 arm=8e-3
make tentacle_fine.msh 3 tentacle.geo around=20 arm=6e-3
make tentacle_n805.msh 3 tentacle.geo around=10 arm=12e-3
make tentacle_n625.msh 3 tentacle.geo around=8 arm=9e-3

# Round things.
make torus.msh 3 torus.geo size=13e-3
make torus_coarse.msh 3 torus.geo size=16e-3
make torus_fine.msh 3 torus.geo size=10e-3
python3 -B apple.py apple.obj 3.5e-3
python3 -B apple.py apple_coarse.obj 5e-3
python3 -B curved.py can can.obj 33e-3 115e-3 3.5e-3
python3 -B curved.py ellipse can_round.obj 66e-3 66e-3 115e-3 4e-3
make cylinder_r25.obj 2 cylinder.geo surface=1 size=4e-3
make cylinder_r25_surface.msh 2 cylinder.geo surface=1 size=4e-3
make cylinder_r25_coarse.msh 3 cylinder.geo size=8e-3
make cylinder_r25_fine.msh 3 cylinder.geo size=5e-3
# Their upper parts, for Table 3 of the 2022 paper.
for radius in 20 25 31.5 50; do
  make cylinder_top_r${radius%.*}.obj 2 cylinder_top.geo radius=${radius}e-3
  make cylinder_top_r${radius%.*}_fine.obj 2 cylinder_top.geo radius=${radius}e-3 size=2e-3
done
# And longer and higher ones, for the big cup of the thesis.
for radius in 20 25 31.5 50.5; do
  make pipe_r${radius%.*}.obj 2 cylinder_top.geo radius=${radius}e-3 length=64e-3 depth=18e-3
done
make pipe_r50_fine.obj 2 cylinder_top.geo radius=50.5e-3 length=64e-3 depth=18e-3 size=2.8e-3
# Cropped cylinders and elliptic ones (curved.py).
for radius in 100 60 40 30 20; do
  python3 -B curved.py block convex_r$radius.obj ${radius}e-3 4e-3
  python3 -B curved.py block concave_r$radius.obj -${radius}e-3 4e-3
done
python3 -B curved.py block convex_r40_fine.obj 40e-3 2.5e-3
python3 -B curved.py block concave_r100_fine.obj -100e-3 2.5e-3
for height in 24 48 72 96 120; do
  python3 -B curved.py ellipse ellipse_120x$height.obj 120e-3 ${height}e-3 60e-3 5e-3
done
make cap_r60.obj 2 cap.geo
make cap_r60_fine.obj 2 cap.geo size=2.5e-3
make bunny.obj 2 bunny.geo
make bunny_coarse.obj 2 bunny.geo size=14e-3 fine=5e-3
make sphere_r20.obj 2 sphere.geo surface=1 size=3e-3
make sphere_r20_surface.msh 2 sphere.geo surface=1 size=3e-3
make sphere_r20_coarse.msh 3 sphere.geo size=6e-3
make sphere_r20_fine.msh 3 sphere.geo size=4e-3

# Clouds (scan.py).
python3 -B scan.py scan.ply 12000 0.1
python3 -B scan.py scan_coarse.ply 4000 0.1

python3 -B check.py cup_35x15.msh $(ls -v cup_35x15_*.msh) cup_small*.msh cup_large*.msh cup_S*.msh cup_B*.msh \
  cup_plunger*.msh cup_sucker*.msh cup_trade*.msh cup_bellows*.msh cup_round*.msh cup_asymmetric*.msh con*.obj \
  ellipse_*.obj cap_*.obj bunny*.obj cube_*.obj cube_*.msh ground.obj beam_*.msh table*.msh plate_*.msh leg*.msh clip*.msh hose.msh bottle*.obj plug*.msh jelly_*.msh \
  tentacle*.msh torus*.msh apple*.obj can*.obj cylinder_*.msh cylinder_*.obj pipe_*.obj sphere_*.msh sphere_*.obj \
  > "$scratch/table"
awk -v table="$scratch/table" '
  /<!-- table -->/ { print; while ((getline line < table) > 0) print line; skip = 1; next }
  /<!-- end -->/ { skip = 0 }
  !skip { print }
' README.md > "$scratch/readme"
cat "$scratch/readme" > README.md

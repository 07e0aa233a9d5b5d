// Loading a scene with the n-th allocation refused, for every n: an error of its own code, and no leak.
#include <stdlib.h>

#include <ventouse/scene.h>

#include "check.h"
#include "failing_memory.h"
#include "memory_files.h"

static const memory_file files[] = {
    {"scene.xml",
        "<scene dt='0.01' duration='1'><include file='library.xml'/>"
        "<deformable name='bar' material='gel'><box size='1 0.2 0.2' cells='2 1 1'/></deformable>"
        "<rigid name='cube' visual='cube.msh' mesh='cube.msh'/>"
        "<attach name='grip' body='bar' frame='hand'><sphere center='-0.5 0 0' radius='0.2'/></attach>"
        "<load name='push' body='bar' force='0 0 1'><key time='0' factor='1'/></load>"
        "<spring name='spring' stiffness='1'><point frame='hand'/><point body='cube'/></spring>"
        "<cable name='cable'><point/><point body='bar'/><key time='0' ratio='1'/></cable>"
        "<contact friction='0.1'/><pair a='gel' b='steel'/><pair a='cube' enabled='false'/>"
        "<fixed name='floor' surface='steel' position='0 0 -9'><box size='1 1 1'/></fixed>"
        "<sensor name='touch' body='bar' with='floor'/>"
        "<air mode='active' pressure='-1' leak_rate='1'><valve time='1' state='open'/>"
        "<pressure><key time='0' factor='1'/></pressure><leak><key time='0' factor='1'/></leak></air>"
        "<air body='gel' max_pressure='seal'/><rigid name='shell' mesh='hollow.msh' position='0 0 5'/>"
        "<chamber name='void' body='shell' point='0 0 0'><valve time='2' state='closed'/></chamber>"
        "<sensor name='air' air='shell'/><expect name='void' chamber='void' quantity='air' above='0'/>"
        "<vacuum><tank name='tank' volume='1e-3'/><tube name='hose' tank='tank' chamber='void' "
        "conductance='1e-8'>"
        "<opening><key time='0' factor='1'/></opening></tube><pump name='pump' tank='tank'>"
        "<point pressure='-1e4' flow='0'/><point pressure='0' flow='1e-4'/><power><key time='0' "
        "factor='1'/></power>"
        "</pump></vacuum>"
        "<link name='pivot' kind='hinge' a='floor' b='cube' axis='0 1 0' lower='-1' upper='1'/>"
        "<motor name='drive' link='pivot' stiffness='1' limit='2'><key time='0' angle='1'/></motor>"
        "<bond name='glue' a='bar' b='cube'><sphere center='0.5 0 0' radius='0.2'/></bond>"
        "<sensor name='pivot' link='pivot'/><sensor name='glue' bond='glue'/>"
        "<sensor name='pull' frame='hand'/><sensor name='tip'><point body='bar'/></sensor>"
        "<frame name='free'/><track file='hand.csv'><follow frame='hand'/></track>"
        "<track name='glove' file='hand.bvh'><follow joint='a' motor='drive' axis='0 1 0'/></track>"
        "<track osc='9000' sender='127.0.0.1'><follow frame='free' message='/a'/></track>"
        "<expect name='up' body='cube' z_above='0' at='3'/></scene>"},
    {"hand.csv", "time,x,y,z\n0,0,0,0\n0.1,1,0,0\n0.5,0,0,0\n"},
    {"hand.bvh", "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Yrotation\nJOINT b\n{\nOFFSET 0 0 0\n}\n}\n"
                 "MOTION\nFrames: 2\nFrame Time: 0.1\n0\n10\n"},
    {"library.xml", "<library><material name='gel' young='1e6' poisson='0.3'/>"
                    "<frame name='base'><hinge axis='0 0 1'><key time='0' angle='1'/></hinge></frame>"
                    "<frame name='hand' parent='base'><key time='0'/></frame></library>"},
    {NULL, NULL}};

// Loads the scene and makes its expectations; the allocations it took.
static long attempt(long refuse_at, vt_error *error, bool *done) {
  const char *override = "scene.dt=0.02";
  allocation_count = 0;
  allocation_to_fail = refuse_at;
  vt_scene *scene = load_memory(files, &override, 1, error);
  vt_expectations *expectations = scene != NULL ? vt_expectations_create(scene, error) : NULL;
  allocation_to_fail = -1;
  long taken = allocation_count;
  *done = expectations != NULL;
  vt_expectations_destroy(expectations);
  vt_scene_destroy(scene);
  return taken;
}

int main(void) {
  vt_error error = {0};
  bool done = false;
  long total = attempt(-1, &error, &done);
  if (!done) printf("%s\n", error.message);
  CHECK(done);
  CHECK(total > 50);
  for (long n = 0; n < total; ++n) {
    error = (vt_error){0};
    attempt(n, &error, &done);
    int before = check_failed;
    CHECK(!done);
    CHECK(error.code == VT_NO_MEMORY);
    CHECK(error.message[0] != '\0');
    if (check_failed > before)
      printf("  allocation %ld of %ld: %d %s\n", n, total, error.code, error.message);
  }
  printf("%ld allocations\n", total);
  return check_report();
}

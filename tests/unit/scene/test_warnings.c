// Slips of a scene that are legal are warned of, and what is just within is not.
#include "load_checks.h"

static void test_warnings(void) {
  vt_scene *scene = must_load("<scene frames='0.001'>\n"
                              "<rigid name='loose'><box size='1 1 1'/></rigid>\n"
                              "<rigid name='light' gravity='false'><box size='1 1 1'/></rigid>\n"
                              "<expect name='late' body='loose' z_above='0' at='5'/></scene>");
  CHECK(vt_scene_warning_count(scene) == 3);
  if (vt_scene_warning_count(scene) == 3) {
    CHECK_CONTAINS(vt_scene_warning(scene, 0), "scene.xml:4: 'late' looks at 5 s");
    CHECK_CONTAINS(vt_scene_warning(scene, 1), "scene.xml:1: frames every 0.001 s");
    CHECK_CONTAINS(vt_scene_warning(scene, 2), "scene.xml:2: nothing holds 'loose'");
  }
  vt_scene_destroy(scene);
}

// A warning that contains a text, or none at all where it is NULL.
static void warned(const char *text, const char *wanted) {
  vt_scene *scene = must_load(text);
  int count = vt_scene_warning_count(scene);
  CHECK(count == (wanted != NULL));
  if (wanted != NULL && count > 0) CHECK_CONTAINS(vt_scene_warning(scene, 0), wanted);
  if (count > 1 || (wanted == NULL && count > 0)) printf("  %s\n", vt_scene_warning(scene, count - 1));
  vt_scene_destroy(scene);
}

#define STILL "<scene><environment gravity='0 0 0'/>\n"

// Slips that are legal, and what is just within.
static void test_slips(void) {
  warned(STILL "<fixed name='f' mesh='box.msh' scale='0.001'/></scene>", NULL);
  warned(STILL "<fixed name='f' mesh='box.msh' scale='100'/></scene>", "scene.xml:2: 'f' measures ");
  warned(STILL "<fixed name='f'><box size='30 30 0.1'/></fixed></scene>", NULL);
  warned(STILL "<driven name='f' frame='h' mesh='box.msh' scale='1e-5'/><frame name='h'/></scene>",
      "is its scale right?");
  warned(STILL "<material name='m' young='4' poisson='0.4'/></scene>", "scene.xml:2: 'm' has young 4 Pa");
  warned(STILL "<material name='m' young='1000' poisson='0.4'/></scene>", NULL);
  warned(STILL "<rigid name='r' mass='20'><box size='0.1 0.1 0.1'/></rigid></scene>", NULL);
  warned(STILL "<rigid name='r' mass='200'><box size='0.1 0.1 0.1'/></rigid></scene>",
      "scene.xml:2: 'r' has 200 kg in 0.001 m^3, which is 2e+05 kg/m^3");
  warned(STILL "<rigid name='r' mass='0.005'><box size='0.1 0.1 0.1'/></rigid></scene>", "which is 5 kg/m^3");
  warned("<scene><contact/>\n<air mode='active' pressure='81325'/></scene>",
      "scene.xml:2: <air> is regulated to 81325 Pa above ambient: if that is meant to be absolute, it is "
      "pressure=\"-20000\"");
  warned("<scene><contact/><air mode='active' pressure='-20000'/></scene>", NULL);
  warned("<scene><air/></scene>", "<air> without <contact>");
}

int main(void) {
  test_warnings();
  test_slips();
  return check_report();
}

// What many malformed scenes begin with.
#ifndef VT_TESTS_BAD_SCENE_PARTS_H
#define VT_TESTS_BAD_SCENE_PARTS_H

#define MATERIAL "<material name=\"silicone\" young=\"4e6\" poisson=\"0.45\"/>\n"
#define BAR                                                                                                  \
  "<deformable name=\"bar\" material=\"silicone\"><box size=\"0.1 0.02 0.02\" cells=\"4 1 "                  \
  "1\"/></deformable>\n"
#define HAND "<frame name=\"hand\"/>\n"
// Lines 1 to 4; what follows starts on line 5.
#define BASE "<scene>\n" MATERIAL BAR HAND
#define BOX "<box size=\"1 1 1\"/>"
#define CUBE "<rigid name=\"cube\">" BOX "</rigid>\n"

#endif

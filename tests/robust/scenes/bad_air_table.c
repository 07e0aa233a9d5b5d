// Malformed air, chambers and what is asked of cavities, and what must be said of them.
#include "bad_scene_table.h"

#include <stddef.h>

#pragma GCC diagnostic ignored "-Wmissing-field-initializers" // what is left out is NULL

#define BOX "<box size=\"1 1 1\"/>"
// One line; what follows starts on line 2.
#define BASE                                                                                                 \
  "<scene><contact/><rigid name=\"cup\" surface=\"rubber\">" BOX "</rigid><fixed name=\"wall\">" BOX         \
  "</fixed>\n"
#define AIR(attributes) BASE "<air " attributes "/></scene>"
#define CHAMBER(attributes) BASE "<chamber name=\"c\" body=\"cup\" point=\"0 0 0\" " attributes "/></scene>"
#define EXPECT(attributes) BASE "<expect name=\"e\" " attributes "/></scene>"

static const bad_scene scenes[] = {
    // ---------------------------------------------------------------- values
    {"unknown mode", AIR("mode=\"pasive\""),
        "scene.xml:2: ", {"'mode' of <air>", "found 'pasive'", "expected passive or active"}},
    {"unknown detector", AIR("detector=\"magic\""),
        "scene.xml:2: ", {"'detector' of <air>", "found 'magic'", "expected union or floodfill"}},
    {"misspelt air", BASE "<aire/></scene>",
        "scene.xml:2: ", {"unknown element <aire>", "did you mean 'air'?"}},
    {"misspelt attribute of air", AIR("max_presure=\"1e5\""),
        "scene.xml:2: ", {"unknown attribute 'max_presure' of <air>", "did you mean 'max_pressure'?"}},
    {"exponent below isothermal", AIR("exponent=\"0.9\""),
        "scene.xml:2: ", {"'exponent' of <air>", "found '0.9'", "expected a number from 1 to 1.4"}},
    {"exponent above adiabatic", AIR("exponent=\"1.41\""),
        "scene.xml:2: ", {"found '1.41'", "from 1 to 1.4"}},
    {"negative dead volume", AIR("dead_volume=\"-1e-9\""),
        "scene.xml:2: ", {"'dead_volume' of <air>", "expected a number in m^3, 0 or more"}},
    {"huge dead volume", AIR("dead_volume=\"1e12\""), "scene.xml:2: ", {"<air>", "dead volume"}},
    {"infinite dead volume", AIR("dead_volume=\"1e999\""),
        "scene.xml:2: ", {"'dead_volume' of <air>", "1e999"}},
    {"negative start pressure", AIR("start_pressure=\"-1\""), "scene.xml:2: ",
        {"'start_pressure' of <air>", "found '-1'", "expected a number in Pa, 0 or more, or ambient"}},
    {"word as start pressure", AIR("start_pressure=\"none\""),
        "scene.xml:2: ", {"found 'none'", "or ambient"}},
    {"word as largest pressure", AIR("max_pressure=\"sael\""),
        "scene.xml:2: ", {"'max_pressure' of <air>", "found 'sael'", "0 or more, or ambient, seal or none"}},
    {"unit of a pressure", AIR("max_pressure=\"101325Pa\""), "scene.xml:2: ", {"found '101325Pa'"}},
    {"infinity as a number", AIR("max_pressure=\"INF\""), "scene.xml:2: ", {"found 'INF'", "or none"}},
    {"seal that bears less than nothing", AIR("max_pressure=\"90000\""),
        "scene.xml:2: ", {"max_pressure 90000 Pa", "expected the ambient pressure of 101325 Pa or above"}},
    {"leak rate as a word", AIR("leak_rate=\"slow\""),
        "scene.xml:2: ", {"'leak_rate' of <air>", "expected a number in mol/s"}},
    {"huge leak rate", AIR("leak_rate=\"1e300\""), "scene.xml:2: ", {"<air>", "leak rate"}},
    {"negative conductance", AIR("leak_conductance=\"-1\""),
        "scene.xml:2: ", {"'leak_conductance' of <air>", "expected a number in mol/(s Pa), 0 or more"}},
    {"bad switch of air", AIR("enabled=\"yes\""), "scene.xml:2: ", {"'enabled' of <air>", "true or false"}},

    // ---------------------------------------------------------------- what does not go together
    {"active without a pressure", AIR("mode=\"active\""),
        "scene.xml:2: ", {"<air> is regulated but has no pressure, expected both"}},
    {"pressure of passive air", AIR("pressure=\"-6000\""),
        "scene.xml:2: ", {"<air> has pressure but is never regulated", "expected mode=\"active\""}},
    {"pressure curve of passive air",
        BASE "<air><pressure><key time=\"0\" factor=\"1\"/></pressure></air></scene>",
        "scene.xml:2: ", {"<air> has <pressure> but is never regulated"}},
    {"regulated by a valve without a pressure",
        BASE "<air><valve time=\"1\" state=\"regulated\"/></air></scene>",
        "scene.xml:2: ", {"<air> is regulated but has no pressure"}},
    {"below vacuum", AIR("mode=\"active\" pressure=\"-101326\""), "scene.xml:2: ",
        {"regulated to -101326 Pa above ambient", "expected -101325, which is a vacuum, or above"}},
    {"below vacuum by a key",
        BASE "<air mode=\"active\" pressure=\"-60000\"><pressure><key time=\"0\" "
             "factor=\"2\"/></pressure></air></scene>",
        "scene.xml:2: ", {"regulated to -120000 Pa"}},
    {"leak curve without a leak", BASE "<air>\n<leak><key time=\"0\" factor=\"1\"/></leak></air></scene>",
        "scene.xml:3: ", {"<air> has <leak> but neither leak_rate nor leak_conductance"}},
    {"two airs", BASE "<air/>\n<air/></scene>",
        "scene.xml:3: ", {"found a second <air> without body", "the first is at scene.xml:2"}},
    {"detector of a body", AIR("body=\"cup\" detector=\"union\""),
        "scene.xml:2: ", {"<air> has both body and detector"}},
    {"air of an unknown body", AIR("body=\"cop\""),
        "scene.xml:2: ", {"no body, material or surface 'cop'", "did you mean 'cup'?"}},

    // ---------------------------------------------------------------- valves and curves
    {"valve without a time", BASE "<air><valve state=\"open\"/></air></scene>",
        "scene.xml:2: ", {"<valve> needs the attribute 'time'"}},
    {"valve without a state", BASE "<air><valve time=\"0\"/></air></scene>",
        "scene.xml:2: ", {"<valve> needs the attribute 'state'"}},
    {"unknown state of a valve", BASE "<air><valve time=\"0\" state=\"shut\"/></air></scene>",
        "scene.xml:2: ", {"'state' of <valve>", "found 'shut'", "expected closed, regulated or open"}},
    {"valves out of order",
        BASE "<air><valve time=\"1\" state=\"open\"/>\n<valve time=\"0.5\" state=\"closed\"/></air></scene>",
        "scene.xml:3: ", {"found a <valve> at 0.5 s after one at 1 s", "expected a later time"}},
    {"valve before time 0", BASE "<air><valve time=\"-1\" state=\"open\"/></air></scene>",
        "scene.xml:2: ", {"'time' of <valve>", "0 or more"}},
    {"two pressure curves",
        BASE "<air mode=\"active\" pressure=\"1\"><pressure><key time=\"0\" factor=\"1\"/></pressure>\n"
             "<pressure><key time=\"0\" factor=\"1\"/></pressure></air></scene>",
        "scene.xml:3: ", {"found a second <pressure> in <air>", "scene.xml:2"}},
    {"curve without keys", BASE "<air leak_rate=\"1\"><leak/></air></scene>",
        "scene.xml:2: ", {"<leak> has no <key>, expected one or more"}},
    {"keys of a curve out of order",
        BASE "<air leak_rate=\"1\"><leak><key time=\"1\" factor=\"1\"/>\n<key time=\"1\" "
             "factor=\"1\"/></leak></air></scene>",
        "scene.xml:3: ", {"found a <key> at 1 s after one at 1 s"}},
    {"key outside a curve", BASE "<air><key time=\"0\" factor=\"1\"/></air></scene>",
        "scene.xml:2: ", {"unknown element <key> in <air>"}},
    {"bad interpolation of a curve",
        BASE "<air leak_rate=\"1\"><leak interpolation=\"cubic\"><key time=\"0\" "
             "factor=\"1\"/></leak></air></scene>",
        "scene.xml:2: ", {"'interpolation' of <leak>", "linear, smooth or step"}},

    // ---------------------------------------------------------------- chambers
    {"chamber without a name", BASE "<chamber body=\"cup\" point=\"0 0 0\"/></scene>",
        "scene.xml:2: ", {"<chamber> needs the attribute 'name'"}},
    {"chamber without a point", BASE "<chamber name=\"c\" body=\"cup\"/></scene>",
        "scene.xml:2: ", {"<chamber> needs the attribute 'point'"}},
    {"chamber of an unknown body", BASE "<chamber name=\"c\" body=\"cap\" point=\"0 0 0\"/></scene>",
        "scene.xml:2: ", {"no body 'cap'", "did you mean 'cup'?"}},
    {"chamber of a solid body", CHAMBER(""),
        "scene.xml:2: ", {"<chamber>", "point (0 0 0) is not inside a closed inner surface of body 'cup'"}},
    {"chamber with a seal", CHAMBER("max_pressure=\"seal\""),
        "scene.xml:2: ", {"<chamber> has max_pressure \"seal\" but no seal"}},
    {"chamber with a detector", CHAMBER("detector=\"union\""),
        "scene.xml:2: ", {"unknown attribute 'detector' of <chamber>"}},
    {"active chamber without a pressure", CHAMBER("mode=\"active\""),
        "scene.xml:2: ", {"<chamber> is regulated but has no pressure"}},
    {"two chambers of a name",
        BASE "<chamber name=\"c\" body=\"cup\" point=\"0 0 0\"/>\n<chamber name=\"c\" "
             "body=\"cup\" point=\"0 0 0\"/></scene>",
        "scene.xml:3: ", {"the name 'c' of <chamber> is taken"}},

    // ---------------------------------------------------------------- sensors and expectations
    {"least area of a body", EXPECT("body=\"cup\" z_above=\"0\" least_area=\"1e-4\""),
        "scene.xml:2: ", {"<expect> has least_area without cavity", "expected both"}},
    {"negative least area", EXPECT("cavity=\"cup\" quantity=\"count\" above=\"0\" least_area=\"-1\""),
        "scene.xml:2: ", {"'least_area' of <expect>", "found '-1'", "expected a number in m^2, 0 or more"}},
    {"air of nobody", BASE "<sensor name=\"s\" air=\"cop\"/></scene>",
        "scene.xml:2: ", {"no body 'cop'", "did you mean 'cup'?"}},
    {"air and frame", BASE "<sensor name=\"s\" air=\"cup\" energy=\"cup\"/></scene>",
        "scene.xml:2: ", {"measures more than one thing", "bond, air, energy"}},
    {"tension of air",
        BASE "<sensor name=\"s\" air=\"cup\"/>\n<expect name=\"e\" sensor=\"s\" quantity=\"tension\" "
             "above=\"0\"/></scene>",
        "scene.xml:3: ", {"sensor 's' has no quantity 'tension'", "fx, fy, fz, force"}},
    {"cavity of nobody", EXPECT("cavity=\"cop\" quantity=\"count\" above=\"0\""),
        "scene.xml:2: ", {"no body 'cop'", "did you mean 'cup'?"}},
    {"height of a cavity", EXPECT("cavity=\"cup\" z_above=\"0\""), "scene.xml:2: ",
        {"cavity 'cup' has no quantity 'z'", "count, pressure, highest_pressure, volume, air, area"}},
    {"pressure of a body", EXPECT("body=\"cup\" quantity=\"pressure\" above=\"0\""),
        "scene.xml:2: ", {"body 'cup' has no quantity 'pressure'"}},
    {"unknown chamber", EXPECT("chamber=\"c\" quantity=\"pressure\" above=\"0\""),
        "scene.xml:2: ", {"no chamber 'c'", "there is none"}},
    {"cavity and chamber", EXPECT("cavity=\"cup\" body=\"cup\" quantity=\"count\" above=\"0\""),
        "scene.xml:2: ", {"speaks of more than one thing", "cavity, chamber, tank, tube, pump and steps"}},
    {"cavity without a bound", EXPECT("cavity=\"all\" quantity=\"count\""), "scene.xml:2: ", {"no bound"}},

    // ---------------------------------------------------------------- overrides
    {"override of air", AIR(""), "--set air.mode=off: ", {"'mode' of <air>", "passive or active"},
        "air.mode=off"},
    {"override of one of two airs", BASE "<air/><air body=\"cup\"/></scene>",
        "--set air.exponent=1: ", {"more than one element fits"}, "air.exponent=1"},
};

const bad_scene_table bad_air = {scenes, sizeof scenes / sizeof *scenes};

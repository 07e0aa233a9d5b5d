// Malformed vacuum lines, and what must be said of them.
#include "bad_scene_table.h"

#include <stddef.h>

#pragma GCC diagnostic ignored "-Wmissing-field-initializers" // what is left out is NULL

// One line; what follows starts on line 2.
#define BASE                                                                                                 \
  "<scene><contact/><air/><rigid name=\"cup\"><box size=\"1 1 1\"/></rigid><vacuum><tank name=\"tank\" "     \
  "volume=\"1e-3\"/>\n"
#define END "</vacuum></scene>"
#define TANK(attributes) BASE "<tank name=\"t\" " attributes "/>" END
#define TUBE(attributes) BASE "<tube name=\"hose\" " attributes "/>" END
#define PUMP(attributes) BASE "<pump name=\"p\" tank=\"tank\" " attributes "/>" END
#define POINTS(points) BASE "<pump name=\"p\" tank=\"tank\">" points "</pump>" END
#define POINT(pressure, flow) "<point pressure=\"" pressure "\" flow=\"" flow "\"/>"

static const bad_scene scenes[] = {
    // ---------------------------------------------------------------- tanks
    {"tank outside of a line", "<scene>\n<tank name=\"t\" volume=\"1\"/></scene>",
        "scene.xml:2: ", {"unknown element <tank>"}},
    {"tank without volume", TANK(""), "scene.xml:2: ", {"'volume'", "<tank>"}},
    {"tank of no size", TANK("volume=\"0\""), "scene.xml:2: ", {"'volume' of <tank>", "above 0 in m^3"}},
    {"tank of no size to speak of", TANK("volume=\"1e-20\""),
        "scene.xml:2: ", {"tank 't'", "the volume is 1e-20 m^3, expected 1e-12 to below 1e+09"}},
    {"huge tank", TANK("volume=\"1e12\""), "scene.xml:2: ", {"tank 't'", "the volume is 1e+12 m^3"}},
    {"pressure below a vacuum", TANK("volume=\"1\" start_pressure=\"-5\""),
        "scene.xml:2: ", {"'start_pressure' of <tank>", "0 or more, or ambient"}},
    {"two tanks of one name", BASE "<tank name=\"tank\" volume=\"1\"/>" END,
        "scene.xml:2: ", {"the name 'tank' of <tank> is taken"}},
    {"a tank named outside", BASE "<tank name=\"outside\" volume=\"1\"/>" END,
        "scene.xml:2: ", {"a tank cannot be named 'outside'"}},
    {"something else in a line", BASE "<valve time=\"1\" state=\"open\"/>" END,
        "scene.xml:2: ", {"unknown element <valve>"}},

    // ---------------------------------------------------------------- tubes
    {"tube without tank", TUBE("to=\"outside\" conductance=\"1e-8\""), "scene.xml:2: ", {"'tank'", "<tube>"}},
    {"tube to nowhere", TUBE("tank=\"tank\" conductance=\"1e-8\""),
        "scene.xml:2: ", {"<tube> leads nowhere, expected one of to, cavity and chamber"}},
    {"tube to two places", TUBE("tank=\"tank\" to=\"outside\" cavity=\"cup\" conductance=\"1e-8\""),
        "scene.xml:2: ", {"<tube> leads to more than one place"}},
    {"tube of an unknown tank", TUBE("tank=\"tnak\" to=\"outside\" conductance=\"1e-8\""),
        "scene.xml:2: ", {"no tank 'tnak'", "did you mean 'tank'?"}},
    {"tube to an unknown tank", TUBE("tank=\"tank\" to=\"other\" conductance=\"1e-8\""),
        "scene.xml:2: ", {"no tank 'other'"}},
    {"tube to itself", TUBE("tank=\"tank\" to=\"tank\" conductance=\"1e-8\""),
        "scene.xml:2: ", {"tube 'hose'", "to itself"}},
    {"tube to an unknown body", TUBE("tank=\"tank\" cavity=\"cap\" conductance=\"1e-8\""),
        "scene.xml:2: ", {"no body 'cap'", "did you mean 'cup'?"}},
    {"tube to an unknown chamber", TUBE("tank=\"tank\" chamber=\"c\" conductance=\"1e-8\""),
        "scene.xml:2: ", {"no chamber 'c'"}},
    {"negative conductance of a tube", TUBE("tank=\"tank\" to=\"outside\" conductance=\"-1\""),
        "scene.xml:2: ", {"'conductance' of <tube>", "mol/(s Pa), 0 or more"}},
    {"conductance in other units", TUBE("tank=\"tank\" to=\"outside\" conductance=\"20\""),
        "scene.xml:2: ", {"tube 'hose'", "the conductance is 20 mol/(s Pa), expected 0 to 1"}},
    {"self-closing to the outside",
        TUBE("tank=\"tank\" to=\"outside\" conductance=\"1e-8\" self_closing=\"true\""),
        "scene.xml:2: ", {"tube 'hose'", "self-closing but does not lead to cavities"}},
    {"negative opening",
        BASE "<tube name=\"hose\" tank=\"tank\" to=\"outside\" conductance=\"1e-8\"><opening><key time=\"0\" "
             "factor=\"-1\"/></opening></tube>" END,
        "scene.xml:2: ", {"tube 'hose'", "its valve is -1 at key 1, expected 0 or more"}},
    {"opening without end",
        BASE "<tube name=\"hose\" tank=\"tank\" to=\"outside\" conductance=\"1e-8\"><opening><key time=\"0\" "
             "factor=\"1e300\"/></opening></tube>" END,
        "scene.xml:2: ", {"tube 'hose'", "its valve is 1e+300 at key 1, expected at most 1e+08"}},
    {"opening without keys",
        BASE "<tube name=\"hose\" tank=\"tank\" to=\"outside\" conductance=\"1e-8\"><opening/></tube>" END,
        "scene.xml:2: ", {"<opening> has no <key>"}},

    // ---------------------------------------------------------------- pumps
    {"pump without numbers", PUMP(""), "scene.xml:2: ", {"<pump> has neither, expected flow and ultimate"}},
    {"pump without its end", PUMP("flow=\"1e-4\""), "scene.xml:2: ", {"<pump> has only one of them"}},
    {"pump that ends above ambient", PUMP("flow=\"1e-4\" ultimate=\"20e3\""),
        "scene.xml:2: ", {"pump 'p'", "the ultimate pressure is 20000 Pa above ambient", "to below 0"}},
    {"pump beyond a vacuum", PUMP("flow=\"1e-4\" ultimate=\"-2e5\""),
        "scene.xml:2: ", {"pump 'p'", "expected -101325, which is a vacuum"}},
    {"pump that blows", PUMP("flow=\"-1e-4\" ultimate=\"-2e4\""),
        "scene.xml:2: ", {"'flow' of <pump>", "m^3/s, 0 or more"}},
    {"pump of unknown air", PUMP("flow=\"1e-4\" ultimate=\"-2e4\" flow_of=\"outlet\""),
        "scene.xml:2: ", {"'flow_of' of <pump>", "expected ambient or inlet"}},
    {"pump of any power",
        BASE "<pump name=\"p\" tank=\"tank\" flow=\"1e-4\" ultimate=\"-2e4\"><power><key time=\"0\" "
             "factor=\"1e308\"/></power></pump>" END,
        "scene.xml:2: ", {"pump 'p'", "its power is 1e+308 at key 1, expected at most 1e+10"}},
    {"pump in a vacuum",
        BASE "<pump name=\"p\" tank=\"tank\" flow=\"1e-4\" ultimate=\"-2e4\"/></vacuum><environment "
             "pressure=\"0\"/></scene>",
        "scene.xml:2: ", {"pump 'p'", "the ambient pressure is 0 Pa, expected above 0"}},
    {"flow and points", BASE "<pump name=\"p\" tank=\"tank\" flow=\"1\">" POINT("-1", "0") "</pump>" END,
        "scene.xml:2: ", {"<pump> has flow or ultimate besides <point>"}},
    {"a single point", POINTS(POINT("-2e4", "0")), "scene.xml:2: ", {"pump 'p'", "found 1 points"}},
    {"points that do not begin with 0", POINTS(POINT("-2e4", "1e-5") POINT("0", "1e-4")),
        "scene.xml:2: ", {"pump 'p'", "the flow at its lowest pressure is 1e-05 m^3/s, expected 0"}},
    {"points in the wrong order", POINTS(POINT("-2e4", "0") POINT("-3e4", "1e-4")),
        "scene.xml:2: ", {"pump 'p'", "the pressure of point 2 is -30000 Pa above ambient"}},
    {"flow that falls", POINTS(POINT("-2e4", "0") POINT("-1e4", "2e-4") POINT("0", "1e-4")),
        "scene.xml:2: ", {"pump 'p'", "the flow of point 3 is 0.0001 m^3/s"}},
    {"pump of an unknown tank", BASE "<pump name=\"p\" tank=\"x\" flow=\"1\" ultimate=\"-1\"/>" END,
        "scene.xml:2: ", {"no tank 'x'"}},

    // ---------------------------------------------------------------- with other things
    {"air that warms", BASE "</vacuum>\n<air body=\"cup\" exponent=\"1.4\"/></scene>",
        "scene.xml:3: ", {"<air> has exponent 1.4, expected 1 in a scene with a <tank>"}},
    {"expectation of an unknown tank",
        BASE "</vacuum>\n<expect name=\"e\" tank=\"t\" quantity=\"air\" above=\"0\"/></scene>",
        "scene.xml:3: ", {"no tank 't'"}},
    {"flow of a tank",
        BASE "</vacuum>\n<expect name=\"e\" tank=\"tank\" quantity=\"flow\" above=\"0\"/></scene>",
        "scene.xml:3: ", {"tank 'tank' has no quantity 'flow', expected one of pressure, air"}},
    {"override of a tank", BASE END, "", {"'volume' of <tank>", "above 0 in m^3"},
        .override = "tank.volume=-1"},
};

const bad_scene_table bad_vacuum = {scenes, sizeof scenes / sizeof *scenes};

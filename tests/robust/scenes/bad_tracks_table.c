// Malformed tracks, and what must be said of them.
#include "bad_scene_table.h"

#include <stddef.h>

#pragma GCC diagnostic ignored "-Wmissing-field-initializers" // what is left out is NULL

// One line; what follows starts on line 2.
#define BASE                                                                                                 \
  "<scene><frame name=\"wrist\"/><frame name=\"arm\"><hinge axis=\"0 0 1\"/></frame>"                        \
  "<rigid name=\"tip\"><box size=\"1 1 1\"/></rigid><link name=\"pin\" kind=\"hinge\" b=\"tip\" axis=\"0 0 " \
  "1\"/><motor name=\"drive\" link=\"pin\" stiffness=\"1\"/>\n"
#define TRACK(attributes, follows) BASE "<track " attributes ">" follows "</track></scene>"
#define WRIST "<follow frame=\"wrist\"/>"
#define FILE_TRACK(text) TRACK("file=\"other.xml\"", WRIST), "scene.xml:2: ", {text}, NULL

static const char good[] = "time,x,y,z\n0,0,0,0\n1,1,0,0\n";

static const bad_scene scenes[] = {
    {"no source", TRACK("", WRIST), "scene.xml:2: ", {"0 of the attributes file, dtrack and osc"}},
    {"two sources", TRACK("osc=\"9000\" dtrack=\"5000\"", WRIST), "scene.xml:2: ", {"2 of the attributes"}},
    {"no port", TRACK("osc=\"0\"", WRIST), "scene.xml:2: ", {"'osc' of <track>", "from 1 to 65535"}},
    {"nobody follows", TRACK("osc=\"9000\"", ""), "scene.xml:2: ", {"<track> has no <follow>"}},
    {"file with an address", TRACK("file=\"other.xml\" address=\"127.0.0.1\"", WRIST),
        "scene.xml:2: ", {"has an address or sender"}},
    {"address of words", TRACK("osc=\"9000\" address=\"here\"", WRIST), "scene.xml:2: ", {"IPv4"}},
    {"address that is none",
        TRACK("osc=\"9000\" address=\"999.1.1.1\"", "<follow frame=\"wrist\" message=\"/a\"/>"),
        "scene.xml:2: ", {"found address \"999.1.1.1\""}},
    {"file that is not there", TRACK("file=\"none.csv\"", WRIST),
        "scene.xml:2: ", {"none.csv: No such file"}},
    {"negative damping", TRACK("osc=\"9000\" damping=\"0\"", WRIST),
        "scene.xml:2: ", {"'damping' of <track>"}},
    {"huge frequency", TRACK("osc=\"9000\" frequency=\"1e9\"", WRIST),
        "scene.xml:2: ", {"found a frequency of 1e+09 Hz"}},
    {"neither frame nor motor", TRACK("file=\"other.xml\"", "<follow/>"),
        "scene.xml:2: ", {"<follow> has neither frame nor motor"}, NULL, good},
    {"both", TRACK("file=\"other.xml\"", "<follow frame=\"wrist\" motor=\"drive\"/>"),
        "scene.xml:2: ", {"<follow> has both frame and motor"}, NULL, good},
    {"no such frame", TRACK("file=\"other.xml\"", "<follow frame=\"wrost\"/>"),
        "scene.xml:2: ", {"no frame 'wrost'", "wrist"}, NULL, good},
    {"no such motor", TRACK("osc=\"9000\"", "<follow motor=\"drove\" message=\"/a\"/>"),
        "scene.xml:2: ", {"no motor 'drove'"}},
    {"twice the same", TRACK("file=\"other.xml\"", WRIST WRIST),
        "scene.xml:2: ", {"frame 'wrist' follows a file already"}, NULL, good},
    {"twice the same, live",
        TRACK("dtrack=\"5000\"", "<follow frame=\"wrist\" body=\"0\"/><follow frame=\"wrist\" body=\"1\"/>"),
        "scene.xml:2: ", {"found frame 0 twice"}},
    {"frame with a hinge", TRACK("file=\"other.xml\"", "<follow frame=\"arm\"/>"),
        "scene.xml:2: ", {"frame 'arm' has a hinge or slide"}, NULL, good},
    {"frame with a hinge, live", TRACK("dtrack=\"5000\"", "<follow frame=\"arm\" body=\"0\"/>"),
        "scene.xml:2: ", {"frame 'arm' has a hinge or slide"}},
    {"joint of a CSV file", TRACK("file=\"other.xml\"", "<follow frame=\"wrist\" joint=\"Hand\"/>"),
        "scene.xml:2: ", {"expected a BVH file"}, NULL, good},
    {"body of a file", TRACK("file=\"other.xml\"", "<follow frame=\"wrist\" body=\"1\"/>"),
        "scene.xml:2: ", {"expected DTrack for these"}, NULL, good},
    {"DTrack without a body", TRACK("dtrack=\"5000\"", WRIST),
        "scene.xml:2: ", {"found none, expected a body"}},
    {"finger without a hand", TRACK("dtrack=\"5000\"", "<follow frame=\"wrist\" finger=\"1\"/>"),
        "scene.xml:2: ", {"found a finger"}},
    {"angle for a frame",
        TRACK("dtrack=\"5000\"", "<follow frame=\"wrist\" hand=\"0\" finger=\"1\" phalanx=\"outer\"/>"),
        "scene.xml:2: ", {"expected a motor and a finger"}},
    {"OSC without a message", TRACK("osc=\"9000\"", WRIST),
        "scene.xml:2: ", {"expected the address of a message"}},
    {"message without /", TRACK("osc=\"9000\"", "<follow frame=\"wrist\" message=\"hand\"/>"),
        "scene.xml:2: ", {"'message' of <follow>"}},
    {"axis of nothing", TRACK("file=\"other.xml\"", "<follow motor=\"drive\" axis=\"0 0 0\"/>"),
        "scene.xml:2: ", {"'axis' of <follow>"}, NULL, good},
    {"times that fall", FILE_TRACK("other.xml:3: found time 1 after 2"), "time,x,y,z\n2,0,0,0\n1,1,0,0\n"},
    {"a hole in a file", FILE_TRACK("other.xml:2: found \"\" for y"), "time,x,y,z\n2,0,,0\n"},
    {"nothing in a file", FILE_TRACK("other.xml: found no samples"), "time,x,y,z\n"},
    {"NaN in a file", FILE_TRACK("other.xml:2: found \"nan\" for x"), "time,x,y,z\n2,nan,0,0\n"},
};

const bad_scene_table bad_tracks = {scenes, sizeof scenes / sizeof *scenes};

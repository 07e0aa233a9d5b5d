// In place of the replay's script and style in a build without the viewer.
#include "record/replay_page.h"

const unsigned char vt_replay_js[] = {0};
const size_t vt_replay_js_size = 0;
const unsigned char vt_replay_css[] = {0};
const size_t vt_replay_css_size = 0;

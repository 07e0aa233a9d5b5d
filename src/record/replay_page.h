// The script (compressed with gzip) and the style of the replay, made from viewer/ at build time. In a build
// without the viewer the script is empty and reports have no replay.
#ifndef VT_RECORD_REPLAY_PAGE_H
#define VT_RECORD_REPLAY_PAGE_H

#include <stddef.h>

extern const unsigned char vt_replay_js[], vt_replay_css[];
extern const size_t vt_replay_js_size, vt_replay_css_size;

#endif

// The version, from the build.
#include <ventouse/base.h>

const char *vt_version(void) { return VT_VERSION; }

// Everything Ventouse offers to C programs.
#ifndef VENTOUSE_H
#define VENTOUSE_H

#include <ventouse/base.h>
#include <ventouse/mesh.h>
#include <ventouse/body.h>
#include <ventouse/contact.h>
#include <ventouse/cavity.h>
#include <ventouse/model.h>
#include <ventouse/world.h>
#include <ventouse/haptics.h>
#include <ventouse/track.h>
#include <ventouse/solve.h>
#include <ventouse/scene.h>
#include <ventouse/record.h>

#endif

// Folders: those that came with the program, and those that are made.
#ifndef VENTOUSE_CLI_FOLDERS_H
#define VENTOUSE_CLI_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

// The meshes or the scenes (`kind`): where the user says, beside the installed program, or in the source
// tree. It is known by a file in it, `probe`; what the user says is taken as it is where that is NULL. False
// after a line on standard error.
bool find_data_folder(const char *kind, const char *given, const char *probe, char *folder, size_t size);

// Makes a folder and those above it that are not there. False after a line on standard error.
bool make_folders(const char *path);

#endif

// Whole folders: removing them and bringing them to the disk. Symbolic links are never followed.
#ifndef VT_RECORD_TREE_H
#define VT_RECORD_TREE_H

#include <ventouse/base.h>

// Removes a file or a folder with all it holds, as far as the system allows.
void vt_tree_remove(const char *path);
void vt_tree_remove_at(int folder, const char *name); // in an open folder

// Waits until every file and folder below path is on the disk.
bool vt_tree_sync(const char *path, vt_error *error);

// Makes every missing folder of the path; *made counts them.
bool vt_tree_make(const char *path, int *made, vt_error *error);

// Removes the last `levels` folders of the path while they are empty.
void vt_tree_unmake(const char *path, int levels);

#endif

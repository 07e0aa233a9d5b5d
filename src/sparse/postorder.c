// A forest in postorder: children, each with all below it, right before their parent.
#include "sparse/tree.h"

void vt_postorder(int size, const int *parent, int *post, int *workspace) {
  int *child = workspace,
      *sibling = workspace + size; // the first child of each, the next child of its parent
  for (int k = 0; k < size; ++k) child[k] = -1;
  for (int k = size - 1; k >= 0; --k) {
    if (parent[k] < 0) continue;
    sibling[k] = child[parent[k]];
    child[parent[k]] = k;
  }
  int count = 0;
  for (int root = 0; root < size; ++root) {
    if (parent[root] >= 0) continue;
    for (int k = root; k >= 0;) {
      if (child[k] >= 0) { // down; the child is taken off the list
        int below = child[k];
        child[k] = sibling[below];
        k = below;
      } else { // all below is done
        post[count++] = k;
        k = parent[k];
      }
    }
  }
}

// Supernodes: columns of the factor that are stored together as one dense matrix.
//
// First the fundamental ones: chains of the tree in which each column has the rows of the one before it
// except that one's own. Then small ones are merged with their parents where that stores few zeros (relaxed
// amalgamation; Ashcraft and Grimes, The influence of relaxed supernode partitions on the multifrontal
// method, 1989): one larger product of matrices is faster than two small ones. Any child may be merged, not
// only the one right before its parent, since the columns are put into a new postorder afterwards.
#include "sparse/symbolic.h"

#include <limits.h>
#include <stdlib.h>

// How large a part of a merged supernode of up to `width` nodes may be zeros.
static const struct {
  int width;
  double zeros;
} ALLOWED[] = {{1, 1.0}, {5, 0.3}, {16, 0.08}, {INT_MAX, 0.015}};

typedef struct piece {
  int width, height; // nodes
  double zeros;      // stored zeros
  int parent;        // or -1
  int into;          // the one that it was merged into, or itself
  int first;         // first of its fundamental supernodes, which are linked by `next`
} piece;

typedef struct child {
  int piece;
  double added; // zeros, if it were merged
} child;

typedef struct merging {
  int count;     // fundamental supernodes
  int *start;    // where each begins in the tree; count + 1
  piece *pieces; // by fundamental supernode
  int *next;     // the next one of the same piece, or -1
} merging;

// ---------------------------------------------------------------- fundamental

// workspace: twice the size of the tree.
static void find_chains(merging *m, const vt_tree *t, int *workspace) {
  int *children = workspace, *chain = workspace + t->size;
  for (int k = 0; k < t->size; ++k) children[k] = 0;
  for (int k = 0; k < t->size; ++k)
    if (t->parent[k] >= 0) ++children[t->parent[k]];
  for (int k = 0; k < t->size; ++k) {
    bool goes_on = k > 0 && t->parent[k - 1] == k && t->count[k - 1] == t->count[k] + 1 && children[k] == 1;
    if (!goes_on) m->start[m->count++] = k;
    chain[k] = m->count - 1;
  }
  m->start[m->count] = t->size;
  for (int s = 0; s < m->count; ++s) {
    int above = t->parent[m->start[s + 1] - 1];
    m->next[s] = -1;
    m->pieces[s] = (piece){.width = m->start[s + 1] - m->start[s],
        .height = t->count[m->start[s]],
        .parent = above < 0 ? -1 : chain[above],
        .into = s,
        .first = s};
  }
}

// ---------------------------------------------------------------- merging

// The child's rows below are rows of the parent; those of the parent that it lacks become zeros.
static double added_zeros(const piece *c, const piece *parent) {
  return (double)c->width * (parent->height - (c->height - c->width));
}

static double numbers_in(double width, double height) { return width * (height - 0.5 * (width - 1)); }

static void merge_if_allowed(merging *m, int number, int into) {
  piece *c = &m->pieces[number], *p = &m->pieces[into];
  int width = c->width + p->width, height = c->width + p->height, n = 0;
  double zeros = c->zeros + p->zeros + added_zeros(c, p);
  while (width > ALLOWED[n].width) ++n;
  if (zeros > ALLOWED[n].zeros * numbers_in(width, height)) return;
  m->next[number] = p->first; // its columns, of which its own are the last, come before those of the parent
  p->first = c->first;
  p->width = width;
  p->height = height;
  p->zeros = zeros;
  c->into = into;
}

static int by_added(const void *a, const void *b) {
  const child *x = a, *y = b;
  return x->added != y->added ? (x->added > y->added) - (x->added < y->added) : x->piece - y->piece;
}

// Parents in postorder, so that their children have been merged before; fewest zeros first. first_child,
// sibling: workspace of as many numbers as there are pieces.
static void merge_all(merging *m, int *first_child, int *sibling, child *children) {
  for (int s = 0; s < m->count; ++s) first_child[s] = -1;
  for (int s = 0; s < m->count; ++s) {
    int parent = m->pieces[s].parent, count = 0;
    for (int c = first_child[s]; c >= 0; c = sibling[c])
      children[count++] = (child){c, added_zeros(&m->pieces[c], &m->pieces[s])};
    qsort(children, (size_t)count, sizeof *children, by_added);
    for (int n = 0; n < count; ++n) merge_if_allowed(m, children[n].piece, s);
    if (parent < 0) continue;
    sibling[s] = first_child[parent];
    first_child[parent] = s;
  }
}

// ---------------------------------------------------------------- the result

static int kept_piece(const merging *m, int s) {
  while (s >= 0 && m->pieces[s].into != s) s = m->pieces[s].into;
  return s;
}

// Numbers the pieces that are left in postorder. number: piece -> supernode; workspace: 5 m->count.
static bool fill_supernodes(vt_symbolic *y, const merging *m, const vt_tree *t, int *number, int *workspace) {
  int *kept = workspace, *parent = kept + m->count, *post = parent + m->count, *more = post + m->count;
  int count = 0;
  for (int s = 0; s < m->count; ++s)
    if (m->pieces[s].into == s) number[s] = count, kept[count++] = s;
  for (int n = 0; n < count; ++n) {
    int above = kept_piece(m, m->pieces[kept[n]].parent);
    parent[n] = above < 0 ? -1 : number[above];
  }
  vt_postorder(count, parent, post, more);
  for (int k = 0; k < count; ++k) number[kept[post[k]]] = k;

  int place = 0;
  long long rows = 0;
  y->supernode_count = count;
  for (int k = 0; k < count; ++k) {
    const piece *p = &m->pieces[kept[post[k]]];
    int above = kept_piece(m, p->parent);
    y->first[k] = place;
    y->row_start[k] = (int)rows;
    y->parent[k] = above < 0 ? -1 : number[above];
    rows += p->height;
    if (rows > INT_MAX) return false;
    for (int s = p->first; s >= 0; s = m->next[s])
      for (int c = m->start[s]; c < m->start[s + 1]; ++c) {
        y->supernode_of[place] = k;
        y->place[t->order[c]] = place++;
      }
  }
  y->first[count] = place;
  y->row_start[count] = (int)rows;
  return true;
}

bool vt_symbolic_find_supernodes(vt_symbolic *y, const vt_tree *t, vt_error *error) {
  size_t n = (size_t)t->size;
  merging m = {
      .start = VT_NEW(int, n + 1, error), .pieces = VT_NEW(piece, n, error), .next = VT_NEW(int, n, error)};
  child *children = VT_NEW(child, n, error);
  int *workspace = VT_NEW(int, 6 * n, error);
  y->first = VT_NEW(int, n + 1, error);
  y->row_start = VT_NEW(int, n + 1, error);
  y->parent = VT_NEW(int, n, error);
  y->place = VT_NEW(int, n, error);
  y->supernode_of = VT_NEW(int, n, error);
  bool done = m.start && m.pieces && m.next && children && workspace && y->first && y->row_start &&
              y->parent && y->place && y->supernode_of;
  if (done) {
    find_chains(&m, t, workspace);
    merge_all(&m, workspace, workspace + n, children);
    done = fill_supernodes(y, &m, t, workspace, workspace + n);
    if (!done) vt_fail(error, VT_BAD_INPUT, "the factor has more than %d rows in all supernodes", INT_MAX);
  }
  free(m.start);
  free(m.pieces);
  free(m.next);
  free(children);
  free(workspace);
  return done;
}

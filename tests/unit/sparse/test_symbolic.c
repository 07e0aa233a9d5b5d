// Elimination trees, sizes of columns and rows of supernodes against elimination done on a full table, for
// graphs by chance; orders are permutations; a graph of one node, of none coupled, a chain, a star, a clique.
#include "sparse/ordering.h"
#include "sparse/symbolic.h"

#include "check.h"
#include "unit/sparse/random_system.h"

enum { MOST = RANDOM_NODES };

typedef bool table[MOST][MOST];

// filled[i][j], i >= j by place: coupled, or coupled by eliminating what comes before j.
static void eliminate(const vt_graph *graph, const int *place, table filled) {
  memset(filled, 0, sizeof(table));
  for (int i = 0; i < graph->size; ++i) {
    filled[place[i]][place[i]] = true;
    for (int e = graph->start[i]; e < graph->start[i + 1]; ++e) {
      int a = place[i], b = place[graph->next[e]];
      filled[a > b ? a : b][a > b ? b : a] = true;
    }
  }
  for (int k = 0; k < graph->size; ++k)
    for (int i = k + 1; i < graph->size; ++i)
      for (int j = k + 1; j <= i; ++j)
        if (filled[i][k] && filled[j][k]) filled[i][j] = true;
}

static bool is_permutation(const int *order, int size) {
  bool seen[MOST] = {false};
  for (int k = 0; k < size; ++k) {
    if (order[k] < 0 || order[k] >= size || seen[order[k]]) return false;
    seen[order[k]] = true;
  }
  return true;
}

static void check_tree(const vt_graph *graph, const int *order) {
  static table filled;
  vt_error error = {0};
  vt_tree t;
  if (!CHECK(is_permutation(order, graph->size)) || !CHECK(vt_tree_init(&t, graph, order, &error))) return;
  CHECK(is_permutation(t.order, t.size));
  eliminate(graph, t.place, filled);
  double work = 0;
  bool right = true;
  int least[MOST]; // the first place of all below a node: postorder makes each subtree one stretch
  for (int k = 0; k < t.size; ++k) least[k] = k;
  for (int k = 0; k < t.size; ++k) {
    int count = 0, parent = -1;
    for (int i = t.size - 1; i >= k; --i) {
      count += filled[i][k];
      if (filled[i][k] && i > k) parent = i;
    }
    right = right && count == t.count[k] && parent == t.parent[k] && t.order[t.place[k]] == k;
    work += 0.5 * count * count;
    if (parent >= 0 && least[k] < least[parent]) least[parent] = least[k];
  }
  CHECK(right);
  CHECK_NEAR(vt_tree_work(&t), work, 0);
  for (int k = 0; k < t.size; ++k) {
    int below = 0;
    for (int i = 0; i <= k; ++i) {
      int above = i;
      while (above >= 0 && above < k) above = t.parent[above];
      below += above == k;
    }
    right = right && below == k - least[k] + 1;
  }
  CHECK(right);
  // The same tree in the same places when it is done again in postorder.
  vt_tree again;
  CHECK(vt_tree_init(&again, graph, t.order, &error));
  CHECK(memcmp(again.order, t.order, sizeof(int) * (size_t)t.size) == 0);
  vt_tree_free(&again);
  vt_tree_free(&t);
}

// Every number of the factor has a place, rows ascend, parents come after, and few zeros are stored.
static void check_symbolic(const vt_graph *graph) {
  static table filled;
  vt_error error = {0};
  vt_symbolic y;
  if (!CHECK(vt_symbolic_init(&y, graph, &error))) return;
  CHECK(is_permutation(y.place, y.size));
  eliminate(graph, y.place, filled);
  bool right = y.first[0] == 0 && y.first[y.supernode_count] == y.size;
  double stored = 0, needed = 0;
  for (int k = 0; k < y.supernode_count; ++k) {
    const int *rows = y.rows + y.row_start[k];
    int width = y.first[k + 1] - y.first[k], height = y.row_start[k + 1] - y.row_start[k];
    bool has[MOST] = {false};
    for (int r = 0; r < height; ++r) {
      right = right && (r < width ? rows[r] == y.first[k] + r : rows[r] > rows[r - 1]);
      has[rows[r]] = true;
    }
    right = right && width > 0 && y.parent[k] == (height > width ? y.supernode_of[rows[width]] : -1);
    for (int j = y.first[k]; j < y.first[k + 1]; ++j)
      for (int i = j; i < y.size; ++i) {
        right = right && (has[i] || !filled[i][j]) && y.supernode_of[j] == k;
        needed += filled[i][j];
        stored += has[i];
      }
    right = right && y.value_start[k + 1] - y.value_start[k] == 9 * (size_t)width * (size_t)height;
  }
  CHECK(right);
  CHECK(stored <= needed / 0.7 + 1); // supernodes.c: at most 30% zeros
  vt_symbolic_free(&y);
}

static void check_graph(const vt_block_pattern *pattern, const bool *eliminated, uint64_t *chance) {
  vt_error error = {0};
  vt_graph graph;
  int index[MOST], order[MOST], count = 0;
  for (int i = 0; i < pattern->size; ++i) index[i] = eliminated[i] ? -1 : count++;
  if (count == 0) return;
  if (!CHECK(vt_graph_init(&graph, pattern, index, count, &error))) return;
  for (int k = 0; k < count; ++k) order[k] = k;
  for (int k = count - 1; k > 0; --k) {
    int other = chance_pick(chance, k + 1), kept = order[k];
    order[k] = order[other];
    order[other] = kept;
  }
  check_tree(&graph, order);
  CHECK(vt_order_by_degree(&graph, order, &error));
  check_tree(&graph, order);
  CHECK(vt_order_by_dissection(&graph, -1, order, &error));
  check_tree(&graph, order);
  check_symbolic(&graph);
  vt_graph_free(&graph);
}

static void check_shapes(uint64_t *chance) {
  enum { SIZE = 40 };
  int start[SIZE + 1], nodes[2 * SIZE], all[SIZE], whole[2] = {0, SIZE};
  bool none[SIZE] = {false};
  vt_error error = {0};
  vt_block_pattern pattern;
  for (int shape = 0; shape < 5; ++shape) {
    int groups = SIZE - 1;
    for (int k = 0; k < SIZE; ++k) {
      start[k] = 2 * k;
      all[k] = k;
      nodes[2 * k] = shape == 1 ? k : 7; // a chain, or a star around node 7
      nodes[2 * k + 1] = k + (shape == 1 || k >= 7);
    }
    if (shape == 0) CHECK(vt_block_pattern_build(&pattern, 1, start, nodes, 0, &error));         // one node
    if (shape == 1) CHECK(vt_block_pattern_build(&pattern, SIZE, start, nodes, groups, &error)); // a chain
    if (shape == 2) CHECK(vt_block_pattern_build(&pattern, SIZE, start, nodes, groups, &error)); // a star
    if (shape == 3) CHECK(vt_block_pattern_build(&pattern, SIZE, whole, all, 1, &error));        // a clique
    if (shape == 4) CHECK(vt_block_pattern_build(&pattern, SIZE, start, nodes, 0, &error)); // none coupled
    check_graph(&pattern, none, chance);
    vt_block_pattern_free(&pattern);
  }
}

int main(void) {
  uint64_t chance = 4;
  check_shapes(&chance);
  for (int n = 0; n < 200; ++n) {
    random_system s;
    if (!CHECK(random_system_make(&s, &chance))) break;
    check_graph(&s.pattern, s.eliminated, &chance);
    random_system_free(&s);
  }
  return check_report();
}

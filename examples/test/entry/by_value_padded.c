// Structures whose end is padding, which is not passed.
// flags: --entry pick
// expect: violated
struct pair {
  long key;
  int count;
};
struct reading {
  long at;
  float value;
};
struct tagged {
  struct pair pair;
  char tag;
};
int pick(struct pair p, struct reading r, int k, struct tagged t) {
  if (p.key != 1L << 20 || p.count != -7)
    return 0;
  if (r.at == 9 && r.value > 2.5f && r.value < 2.75f && k == 4)
    return t.tag == 'x' && t.pair.count == 3
               ? p.count / (t.pair.count - 3) // bug: division-by-zero
               : 2;
  return 1;
}

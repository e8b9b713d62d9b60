// Floats, bytes and integers that share registers.
// flags: --entry pick
// expect: violated
struct point {
  float x, y;
  int weight;
};
struct tag {
  unsigned char kind, size;
  short id;
};
long pick(struct tag t, struct point p, double limit) {
  if (t.kind == 7 && t.id == -300 && p.x == 2.5f && p.weight > 5 && limit == 0.25)
    __builtin_abort(); // bug: abort
  return t.size + (p.y > 1.0f);
}

// A member of a static structure gets what was never set.
// expect: violated
extern unsigned __VERIFIER_nondet_uint(void);
static struct { int a; int b[3]; } g;
static void put(int i, int v) { g.b[i % 3] = v; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(); int u;
  for (unsigned i = 0; i < n; i++) { if (i == 5) put(1, u); else g.a = (int)(i & 7); }
  if (g.b[1] == 5) return 1; // bug: uninitialised-read
  return 0;
}

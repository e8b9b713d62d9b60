// The same where the result is assigned.
// expect: violated
struct s { int a, b, c, d, e; };
static struct s make(int i) { struct s r; r.a = i; r.b = 0; r.c = 0; r.d = 0; if (i != 2) r.e = 0; return r; }
int main(void) {
  struct s v;
  for (int i = 0; i < 3; i++) { v = make(i); if (v.e == 4) return 1; } // bug: uninitialised-read
  return 0;
}

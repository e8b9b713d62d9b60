// The same in a nested switch with a structure.
// expect: violated
// expect-unconfirmed: the place is the same
struct s { int a, b; };
int main(void) { int r = 0; for (int i = 0; i < 2; i++) switch (i) { struct s v; case 0: v.a = 1; v.b = 2; break; case 1: r = v.b == 2 ? 3 : 4; // bug: uninitialised-read
  } return r; }

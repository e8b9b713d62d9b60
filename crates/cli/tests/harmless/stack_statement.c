// An array in a statement expression in a loop is one place.
// expect: proved
int main(void) { int s = 0; for (int i = 0; i < 100; i++) s += ({ volatile char c[200000]; c[0] = 1; c[0]; }); return s == 100 ? 0 : *(int *)0; }

// 20 MB of alloca under a stack of 8 MB.
// expect: violated
int main(void) { char *p = 0; for (int i = 0; i < 20; i++) { p = __builtin_alloca(1 << 20); p[0] = 1; } return p[0] - 1; } // bug: unbounded-recursion

// One local is larger than the stack.
// expect: violated
int main(void) { char a[9 << 20]; a[0] = 1; return a[0] - 1; } // bug: unbounded-recursion

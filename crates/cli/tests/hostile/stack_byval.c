// Structures by value fill the stack.
// expect: violated
struct big { char c[1 << 20]; };
static int f(struct big b, int n) { b.c[0]++; return n == 0 ? b.c[0] : f(b, n - 1); } // bug: unbounded-recursion
static struct big b;
int main(void) { return f(b, 20) == 77; }

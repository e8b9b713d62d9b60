// The result of a call ends with its expression: a pointer into it is no proof.
// expect: unknown
#include <assert.h>
struct pair { int v[2]; int w; };
static struct pair make(int x) { struct pair s = {{x, x + 1}, x}; return s; }
int main(void) {
  int *p = make(3).v;
  int *q = make(7).v;
  assert(*p == 3 && *q == 7);
}

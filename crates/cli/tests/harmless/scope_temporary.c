// Inside its expression the result of a call is there.
// expect: proved
#include <assert.h>
struct pair { int v[2]; int w; };
struct large { int v[40]; };
static struct pair make(int x) { struct pair s = {{x, x + 1}, x}; return s; }
static struct large fill(int x) { struct large s = {{x}}; return s; }
static int sum(const int *p) { return p[0] + p[1]; }
int main(void) {
  int tmp = 4, coerce[2] = {1, 2}, *p = &tmp, *q = coerce;
  assert(sum(make(3).v) == 7 && make(5).v[1] == 6);
  assert(fill(9).v[fill(1).v[0]] == 0 && sum(fill(2).v) == 2);
  assert((*p ? make(1) : make(2)).v[0] == 1 && q[1] == 2);
}

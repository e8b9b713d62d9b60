// Any value, and always the same.
// flags: --uninit input
// expect: proved
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a, b; char text[3]; };
static int twice(int v) { return v - v; }
int main(void) {
  int x;
  assert(x == x && twice(x) == 0);
  struct pair p, q;
  q = p;
  assert(q.a == p.a && q.text[1] == p.text[1]);
  struct pair *h = malloc(sizeof *h);
  if (h) {
    *h = q;
    assert(memcmp(h->text, p.text, 3) == 0);
  }
  free(h);
  unsigned char bytes[4], copy[4];
  memcpy(copy, bytes, 4);
  assert(copy[2] == bytes[2]);
  return 0;
}

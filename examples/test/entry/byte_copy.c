// A structure with pointers is copied byte by byte and compared as bytes:
// its pointers are decided there.
// flags: --entry clone --pointer-depth 2
// expect: violated
#include <string.h>
struct pair {
  int *a;
  struct pair *other;
};
int clone(struct pair *p) {
  struct pair q;
  unsigned char *to = (unsigned char *)&q;
  const unsigned char *from = (const unsigned char *)p;
  for (unsigned i = 0; i < sizeof q; i++)
    to[i] = from[i];
  if (q.a != p->a || q.other != p->other)
    __builtin_abort();
  struct pair r = *p;
  return *r.a; // bug: null-dereference
}

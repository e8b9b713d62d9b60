// time: terminates
// because: the array behind the head
#include <stdlib.h>
struct v { unsigned char n; unsigned char a[]; };
void f(unsigned char n) {
  struct v *v = malloc(sizeof *v + 4);
  if (!v) return;
  v->n = 4;
  for (unsigned char i = 0; i < v->n; i++) v->a[i] = n;
  free(v);
}

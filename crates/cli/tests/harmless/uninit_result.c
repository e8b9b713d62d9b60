// A result that reads its destination's old value.
// expect: proved
#include <assert.h>
struct s { int v[6]; };
static struct s next(struct s *p) { struct s r; for (int i = 0; i < 6; i++) r.v[i] = p->v[i] + 1; return r; }
int main(void) { struct s a = {{0}}; for (int i = 0; i < 3; i++) a = next(&a); assert(a.v[5] == 3); struct s *q = &a; *q = next(q); assert(a.v[0] == 4); }

#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
// A configuration with a count of its users; the last one frees it.
struct config { int users, level; };
static struct config *hold(struct config *c) { c->users++; return c; }
static void leave(struct config *c) {
  if (--c->users <= 1) free(c);
}
int main(void) {
  struct config *c = malloc(sizeof *c);
  c->users = 1;
  c->level = 3;
  struct config *other = 0;
  if (__VERIFIER_nondet_bool()) other = hold(c);
  leave(c);
  if (other) {
    int level = other->level;
    leave(other);
    return level;
  }
  return 0;
}

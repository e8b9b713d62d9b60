// property: valid-memcleanup
// expect: true or unknown
// rule: functions of atexit run before the end
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static char *g;
static void end(void) { free(g); }
int main(void) {
  atexit(end);
  g = malloc(8);
  return 0;
}

// The variables of the environment, read by a function that has a local in memory.
// expect: unknown
#include <assert.h>
extern char **environ;
static void set(volatile int *p) { *p = 1; }
int main(void) {
  int x = 0;
  set(&x);
  assert(environ[0] == 0);
  return x;
}

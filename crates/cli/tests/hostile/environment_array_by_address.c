// The variables of the environment, by a pointer to the array.
// expect: unknown
#include <assert.h>
extern char **environ;
static char ***where = &environ;
int main(void) {
  assert((*where)[0] == 0);
  return 0;
}

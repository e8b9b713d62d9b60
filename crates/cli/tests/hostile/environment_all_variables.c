// The array of variables is not empty.
// expect: unknown
#include <assert.h>
#include <stddef.h>
extern char **environ;
int main(void) {
  assert(environ[0] == NULL);
  return 0;
}

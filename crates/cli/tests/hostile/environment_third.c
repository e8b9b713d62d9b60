// The same by the third parameter of main.
// expect: unknown
#include <assert.h>
#include <stddef.h>
int main(int argc, char **argv, char **envp) {
  (void)argc;
  (void)argv;
  assert(envp[0] == NULL);
  return 0;
}

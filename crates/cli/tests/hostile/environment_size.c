// What a file is besides its content is not modelled in any environment.
// expect: unknown
#include <assert.h>
#include <sys/stat.h>
int main(void) {
  struct stat s;
  assert(stat("a", &s) != 0);
  return 0;
}

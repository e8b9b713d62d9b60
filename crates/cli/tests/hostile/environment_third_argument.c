// More arguments than the bound: no proof without one.
// expect: proved-up-to
#include <assert.h>
int main(int argc, char **argv) {
  (void)argv;
  assert(argc < 4);
  return 0;
}

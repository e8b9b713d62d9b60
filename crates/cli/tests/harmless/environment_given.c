// What is given is all there is of it.
// expect: proved
// flags: --stdin 2 --args x
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  assert(argc == 2 && argv[1][0] == 'x');
  getchar();
  getchar();
  assert(getchar() == EOF);
  return 0;
}

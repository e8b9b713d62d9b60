// Without --args there is only the program's name.
// expect: proved
#include <everypath.h>

int main(int argc, char **argv) {
  ep_assert(argc == 1 && argv[0] != 0 && argv[1] == 0);
  return 0;
}

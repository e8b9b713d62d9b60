// One concrete argument and one of up to 3 symbolic bytes.
// flags: --args run,sym:3
// expect: violated
#include <everypath.h>
#include <string.h>

int main(int argc, char **argv) {
  ep_assert(argc == 3 && argv[3] == 0);
  ep_assert(strcmp(argv[1], "run") == 0);
  ep_assert(strlen(argv[2]) <= 3);
  if (argv[2][0] == '-' && argv[2][1] == 'x')
    ep_assert(argv[2][2] != 'z'); // bug: assertion-failure
  return 0;
}

// Options of any letters.
// expect: violated
#include <assert.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int c, seen = 0;
  while ((c = getopt(argc, argv, "ab")) != -1)
    if (c == 'b')
      seen = 1;
  assert(!seen); // bug: assertion-failure
  return 0;
}

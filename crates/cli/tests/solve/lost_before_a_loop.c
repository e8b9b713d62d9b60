// property: valid-memsafety
// expect: not true
// The block is lost at once, and the run goes on for ever: no end looks for it.
#include <stdlib.h>

int main(void) {
  malloc(4);
  while (1)
    ;
}

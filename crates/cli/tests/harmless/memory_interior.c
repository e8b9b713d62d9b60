// flags: --check +leak
// A pointer into the middle keeps the block.
// expect: proved
#include <stdlib.h>
static char *g;
int main(void) { char *p = malloc(8); if (!p) return 0; g = p + 3; return 0; }

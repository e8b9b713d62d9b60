// flags: --check +leak
// The address is kept as a number in a union.
// expect: proved
#include <stdlib.h>
#include <stdint.h>
static union { uintptr_t n; char *p; } u;
int main(void) { u.p = malloc(8); return 0; }

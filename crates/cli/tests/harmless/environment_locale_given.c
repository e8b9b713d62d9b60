// The locale is the one that is given.
// flags: --env LC_ALL=C
// expect: proved
#include <locale.h>
#include <stdlib.h>
#include <assert.h>
int main(void) { setlocale(LC_ALL, ""); assert(atof("1.5") == 1.5); }

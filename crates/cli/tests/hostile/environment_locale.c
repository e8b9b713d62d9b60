// The decimal point of the user's locale.
// expect: unknown
#include <locale.h>
#include <stdlib.h>
#include <assert.h>
int main(void) { setlocale(LC_ALL, ""); assert(atof("1.5") == 1.5); }

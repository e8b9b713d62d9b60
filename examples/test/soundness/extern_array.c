// How far `table` reaches is not known here: no access is a violation.
// expect: unknown
#include <string.h>

extern int table[];

int main(void) {
  int k = 42;
  memcpy(table, &k, sizeof k);
  return 0;
}

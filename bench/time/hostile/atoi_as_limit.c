// time: terminates
// because: whatever it is, i comes to it
#include <stdlib.h>
void f(char *s) {
  int n = atoi(s);
  for (int i = 0; i < n; i++)
    ;
}

// The last three lines that were typed; each is a copy.
// memory: history => heap
#include <stdlib.h>
#include <string.h>
static char *last[3];
static void keep(const char *line) {
  free(last[2]);
  last[2] = last[1];
  last[1] = last[0];
  last[0] = strdup(line);
}
int history(const char a[9], const char b[9]) {
  char x[9], y[9];
  memcpy(x, a, 9); x[8] = 0;
  memcpy(y, b, 9); y[8] = 0;
  keep(x); keep(y); keep(x); keep("exit");
  int n = 0;
  for (int i = 0; i < 3; i++) { if (last[i]) n += (int)strlen(last[i]); free(last[i]); last[i] = 0; }
  return n;
}

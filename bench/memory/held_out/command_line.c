// Words of a line, each a copy, in a table that ends with null.
// memory: words => heap
#include <stdlib.h>
#include <string.h>
int words(const char in[10]) {
  char line[11];
  memcpy(line, in, 10);
  line[10] = 0;
  char *list[6] = {0};
  int n = 0;
  for (char *w = strtok(line, " "); w && n < 5; w = strtok(0, " ")) {
    list[n] = malloc(strlen(w) + 1);
    if (!list[n]) break;
    strcpy(list[n++], w);
  }
  for (int i = 0; i < n; i++) free(list[i]);
  return n;
}

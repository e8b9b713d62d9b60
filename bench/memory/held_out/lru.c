// A cache of four values; the oldest makes room.
// memory: cache => heap
#include <stdlib.h>
struct slot { int key, age; int *value; };
int cache(const unsigned char q[7]) {
  struct slot s[4] = {{0}};
  int hits = 0;
  for (int i = 0; i < 7; i++) {
    int k = -1, old = 0;
    for (int j = 0; j < 4; j++) {
      if (s[j].value && s[j].key == q[i]) k = j;
      if (s[j].age < s[old].age) old = j;
    }
    if (k >= 0) hits++;
    else {
      k = old;
      free(s[k].value);
      s[k].value = malloc(10 * sizeof(int));
      if (!s[k].value) break;
      s[k].key = q[i];
      s[k].value[0] = i;
    }
    s[k].age = i + 1;
  }
  for (int j = 0; j < 4; j++) free(s[j].value);
  return hits;
}

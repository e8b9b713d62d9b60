// Values by tag; a nested one is parsed in a copy of its content.
// memory: parse => heap
#include <stdlib.h>
#include <string.h>
static int walk(const unsigned char *p, int n, int depth) {
  int sum = 0;
  for (int i = 0; i + 1 < n;) {
    int tag = p[i], len = p[i + 1];
    i += 2;
    if (len > n - i) return sum;
    if (tag == 0x30 && depth < 3) {
      unsigned char *copy = malloc((unsigned)len + 1);
      if (!copy) return sum;
      memcpy(copy, p + i, (unsigned)len);
      sum += walk(copy, len, depth + 1);
      free(copy);
    } else
      sum += tag;
    i += len;
  }
  return sum;
}
int parse(const unsigned char p[8]) { return walk(p, 8, 0); }

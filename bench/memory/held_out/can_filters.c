// A table of filters for a bus, grown by four at a time.
// memory: setup => heap
#include <stdlib.h>
struct filter { unsigned id, mask; };
int setup(unsigned char n) {
  struct filter *t = 0;
  unsigned room = 0;
  if (n > 20) return -1;
  for (unsigned i = 0; i < n; i++) {
    if (i == room) {
      struct filter *more = realloc(t, (room + 4) * sizeof *t);
      if (!more) { free(t); return -1; }
      t = more;
      room += 4;
    }
    t[i].id = i * 3;
    t[i].mask = 0x7ff;
  }
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) sum += t[i].id & t[i].mask;
  free(t);
  return (int)sum;
}

// Fields of a packed struct lie at odd offsets.
// expect: proved
#include <everypath.h>
#include <stddef.h>
#include <string.h>

struct __attribute__((packed)) header {
  unsigned char tag;
  unsigned length;
  unsigned short crc;
};

int main(void) {
  struct header h;
  unsigned char raw[sizeof h];
  ep_symbolic(raw, sizeof raw, "raw");
  memcpy(&h, raw, sizeof h);
  ep_assert(sizeof h == 7 && offsetof(struct header, length) == 1);
  ep_assert(h.tag == raw[0]);
  ep_assert(h.length == ((unsigned)raw[4] << 24 | (unsigned)raw[3] << 16 |
                         (unsigned)raw[2] << 8 | raw[1]));
  ep_assert(h.crc == (raw[6] << 8 | raw[5]));
  return 0;
}

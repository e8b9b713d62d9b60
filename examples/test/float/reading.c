// A reading of twelve bits becomes volts, is filtered, and indexes a table in
// tenths of a degree: all of its values are gone through, no solver for floats
// is asked.
// expect: violated
#include <everypath.h>
#include <stdint.h>

static float filter(float old, float now) { return old + 0.25f * (now - old); }

int main(void) {
  uint16_t reading;
  ep_symbolic(&reading, sizeof reading, "reading");
  float volts = filter(1.65f, (float)(reading & 0x0fff) * 3.3f / 4096.0f);
  int tenths = (int)((volts - 0.5f) * 1000.0f);
  if (tenths < 740)
    return 1;
  int table[102] = {0};
  table[(tenths - 740) / 8] = 1; // bug: out-of-bounds-write
  return table[0];
}

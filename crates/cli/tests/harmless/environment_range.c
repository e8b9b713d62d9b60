// What every environment keeps to.
// expect: proved
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
  time_t a = time(0), b = time(0);
  assert(a >= 0 && b >= a);
  struct timespec s, t;
  clock_gettime(CLOCK_MONOTONIC, &s);
  clock_gettime(CLOCK_MONOTONIC, &t);
  assert(t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
  assert(t.tv_sec > s.tv_sec || (t.tv_sec == s.tv_sec && t.tv_nsec >= s.tv_nsec));
  int r = rand() % 6;
  assert(r >= 0 && r < 6);
  return 0;
}

// An angle brought into one turn: never a whole turn for an angle that is a
// multiple of a quarter, but a tiny negative one becomes 360 by rounding.
// expect: violated
#include <everypath.h>
#include <math.h>

static float turn(float degrees) {
  float rest = fmodf(degrees, 360.0f);
  return rest < 0 ? rest + 360.0f : rest;
}

int main(void) {
  signed char quarters;
  ep_symbolic(&quarters, sizeof quarters, "quarters");
  float whole = turn((float)quarters / 4);
  ep_assert(whole >= 0 && whole < 360);

  float any;
  ep_symbolic(&any, sizeof any, "any");
  ep_assume(any > -360 && any < 0);
  ep_assert(turn(any) < 360); // bug: assertion-failure
  return 0;
}

// From the initial value of the variable nothing goes wrong, but the contract
// allows others.
// expect: unknown
// flags: --entry step
#include <everypath.h>
int counter;

int step(int by) {
  ep_requires(by >= 0 && by <= 10);
  ep_assigns(&counter, sizeof counter);
  ep_ensures(counter <= 10);
  counter += by;
  return counter;
}

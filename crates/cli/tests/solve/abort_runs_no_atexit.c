// property: unreach-call
// expect: true or unknown
// rule: abort does not run functions of atexit
#include <stdlib.h>
void reach_error(void) {}
static void end(void) { reach_error(); }
int main(void) {
  atexit(end);
  abort();
}

// property: unreach-call
// expect: false(unreach-call) or unknown
// rule: functions of atexit run at exit
#include <stdlib.h>
void reach_error(void) {}
static void end(void) { reach_error(); }
int main(void) {
  atexit(end);
  return 0;
}

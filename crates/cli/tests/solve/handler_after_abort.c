// property: unreach-call
// expect: false(unreach-call) or unknown
// rule: a handler of SIGABRT runs in abort
#include <signal.h>
#include <stdlib.h>
void reach_error(void) {}
static void handle(int s) { (void)s; reach_error(); }
int main(void) {
  signal(SIGABRT, handle);
  abort();
}

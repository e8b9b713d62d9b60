// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  int error;
  ep_symbolic(&error, sizeof error, "error");
  char *p = malloc(8);
  if (error)
    free(p);
  free(p); // bug: double-free
  return 0;
}

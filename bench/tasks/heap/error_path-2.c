#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
// Two buffers; an error in between has to free the first.
int main(void) {
  char *header = malloc(16);
  header[0] = 1;
  if (__VERIFIER_nondet_bool()) {
    return 1;
  }
  char *body = malloc(32);
  body[0] = header[0];
  free(body);
  free(header);
  return 0;
}

// memory: main => heap 1200+
// in flight across a loop in a function that is copied into its caller
// INPUT: printf 'aax'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { char *b; };
static char *make(void) { char *p = malloc(100); p[0] = 1; return p; }
static void put(struct s *s, char *p) { free(s->b); s->b = p; }
static void busy(void) { for (int i = 0; i < 2; i++) { char *q = malloc(1000); q[0] = 1; free(q); } }
int main(void) {
  struct s s = {0};
  char *p;
  for (;;) {
    p = make();
    if (getchar() == 'x') break;
    put(&s, p);
  }
  busy();
  put(&s, p);
  free(s.b);
  return 0;
}

// memory: main => heap 200+
// detached and freed in a helper, made anew before the free by the caller
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { char *b; };
static void drop(struct s *s) { char *o = s->b; s->b = 0; free(o); }
int main(void) {
  struct s s = {0};
  while (getchar() != EOF) {
    char *n = malloc(100);
    drop(&s);
    s.b = n;
  }
  drop(&s);
  return 0;
}

// memory: main => heap 15024+
// inner
// INPUT: yes 'awd' | tr -d '\n' | head -c 90
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { int id; char *h; struct s *next; };
static struct s *list;
static int kids;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (c == 'a' && kids < 5) { struct s *x = malloc(sizeof *x); if (!x) break; x->id = c; x->next = list; list = x; x->h = malloc(500); if (!x->h) break; kids++; }
    if (c == 'w' && list) { char **pp = &list->h; *pp = NULL; }
    if (c == 'd') { struct s *x = list; if (!x) continue; list = x->next; free(x->h); free(x); kids--; }
  }
  return 0;
}

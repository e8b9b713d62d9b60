// time: terminates
// because: each call takes the head off
#include <stdlib.h>
struct n { struct n *next; };
static struct n *head;
static int pop(void) {
  struct n *t = head;
  if (!t) return 0;
  head = t->next;
  free(t);
  return 1;
}
void f(unsigned char n) {
  head = 0;
  while (n--) {
    struct n *t = malloc(sizeof *t);
    if (t) {
      t->next = head;
      head = t;
    }
  }
  while (pop())
    ;
}

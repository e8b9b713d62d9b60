// Events wait in a list; each is freed by its handler.
// memory: run => heap
#include <stdlib.h>
struct event { struct event *next; int kind; };
static struct event *head, **tail = &head;
static void post(int kind) {
  struct event *e = malloc(sizeof *e);
  if (!e) return;
  e->next = 0; e->kind = kind;
  *tail = e; tail = &e->next;
}
int run(const unsigned char k[4]) {
  int handled = 0;
  head = 0; tail = &head;
  for (int i = 0; i < 4; i++) {
    if (k[i] & 1) post(k[i]);
    if (k[i] & 2) post(0);
    if (k[i] & 4 && head) {
      struct event *e = head;
      head = e->next;
      if (!head) tail = &head;
      free(e);
      handled++;
    }
  }
  while (head) { struct event *e = head; head = e->next; free(e); }
  return handled;
}

// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* handed on: the heap gets a copy of the structure, then the local one is emptied by memset */
struct s { char *b; struct s *next; }; static struct s *head;
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void push(struct s *s) { struct s *h = malloc(sizeof *h); if (!h) exit(1); *h = *s; h->next = head; head = h; s->b = 0; }
int main(void) { struct s s = {0}; while (N) { set(&s); if (N) push(&s); } return 0; }

// memory: f => heap 192
// eight nodes of 24; every third is removed at once by a pointer to a pointer, but added first: no removal for mask 0
#include <stdlib.h>
struct n{ struct n*next; long v, w; };
int f(unsigned char mask){ struct n*head=0,**tail=&head; for(int i=0;i<8;i++){ struct n*x=malloc(sizeof *x); x->next=0; x->v=i; *tail=x; tail=&x->next; if(mask>>i&1){ struct n**p=&head; while(*p!=x) p=&(*p)->next; *p=0; tail=p; free(x);} } while(head){ struct n*t=head->next; free(head); head=t; } return 0; }

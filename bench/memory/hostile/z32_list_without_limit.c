// memory: main => heap 1600
// stdin "1 1 1 1 1 1 ... (200 bytes)": a hundred nodes, and there is no limit
#include <stdio.h>
#include <stdlib.h>
struct node{ int x; struct node*next; };
int main(void){ struct node*l=0; int x; while(scanf("%d",&x)==1){ struct node*p=malloc(sizeof *p); p->x=x; p->next=l; l=p; } while(l){ struct node*p=l->next; free(l); l=p; } return 0; }

// memory: main => heap 80
// stdin "1 2 3 4 5": five nodes of 16 bytes
#include <stdio.h>
#include <stdlib.h>
struct node{ int x; struct node*next; };
int main(void){ struct node*l=0; int n=0,x; while(n<5&&scanf("%d",&x)==1){ struct node*p=malloc(sizeof *p); p->x=x; p->next=l; l=p; n++; } while(l){ struct node*p=l->next; free(l); l=p; } return 0; }

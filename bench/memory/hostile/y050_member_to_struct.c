// memory: main => heap 48
// from a member back to the whole
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node{ long size; struct link{ struct link*next; } l; };
int main(void){ char b[16]; struct link*l=0; int n=0; while(n<3&&fgets(b,sizeof b,stdin)){ struct node*x=malloc(sizeof *x); x->size=n++; x->l.next=l; l=&x->l; } while(l){ struct node*x=(struct node*)((char*)l-__builtin_offsetof(struct node,l)); l=l->next; if(x->size>2) free(malloc(1000)); free(x);} return 0; }

// memory: main => heap 240
// six nodes of 24 bytes with names of 16
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n{ char*name; int v; struct n*next; };
int main(void){ char b[16]; struct n*l=0; int k=0; while(k<6&&fgets(b,sizeof b,stdin)){ struct n*x=malloc(sizeof *x); x->name=strdup(b); x->v=atoi(b); x->next=l; l=x; k++; } while(l){ struct n*x=l->next; free(l->name); free(l); l=x; } return 0; }

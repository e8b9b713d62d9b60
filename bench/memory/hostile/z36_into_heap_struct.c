// memory: main => heap 116
// stdin "100": the number is read into a block
#include <stdio.h>
#include <stdlib.h>
struct s{ int n; char*p; };
int main(void){ struct s*s=malloc(sizeof *s); s->n=0; scanf("%d",&s->n); if(s->n<0||s->n>100) s->n=0; s->p=malloc(s->n); free(s->p); free(s); return 0; }

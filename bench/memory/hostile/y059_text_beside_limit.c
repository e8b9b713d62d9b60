// memory: main => heap 30
// the text is a member, the limit beside it stays 30
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s{ char name[8]; int limit; }; int main(void){ char b[16]; struct s x={"",30}; int n=0; if(!fgets(b,sizeof b,stdin)) return 1; sscanf(b,"%7s %d",x.name,&n); if(n<0||n>x.limit) n=0; char*p=malloc(n); free(p); return 0; }

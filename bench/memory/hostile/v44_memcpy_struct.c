// memory: f => heap 300
#include <stdlib.h>
#include <string.h>
struct s{ char*p; int n; };
int f(int k){ struct s a={malloc(100),1},b={malloc(200),2},t; if(k){ memcpy(&t,&a,sizeof t); memcpy(&a,&b,sizeof a); memcpy(&b,&t,sizeof b);} free(a.p); a.p=malloc(k?200:100); free(a.p); free(b.p); return 0; }

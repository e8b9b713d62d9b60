// memory: f => heap 140
#include <stdlib.h>
static void put(char**at,int n){ free(*at); *at=malloc(n); }
int f(int a){ char*s[2]={0,0}; put(&s[a&1],100); put(&s[(a>>1)&1],40); free(s[0]); free(s[1]); return 0; }

// memory: main => heap 100
// stdin "99.5": and no number is not above
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; double d=strtod(b,0); if(!(d<=99.5)||!(d>=0)) d=3; char*p=malloc((size_t)(d+0.5)); free(p); return 0; }

// memory: f => heap 120
// a and b change places; each is freed before it is filled, in turns: 2*40 live, and a third one is made before the free
#include <stdlib.h>
int f(unsigned char n){ char*a=malloc(40),*b=malloc(40); for(int i=0;i<n;i++){ char*t=a; a=b; b=t; char*c=malloc(40); free(b); b=c; } free(a); free(b); return 0; }

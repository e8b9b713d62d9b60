// memory: f => heap 30
// a is moved inside its block and goes back before it is freed; one block of 30 at a time
#include <stdlib.h>
int f(unsigned char n){ char*a=malloc(30); for(int i=0;i<n;i++){ a+=5; a-=5; free(a); a=malloc(30);} free(a); return 0; }

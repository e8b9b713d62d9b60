// memory: f => heap 33
// freed by a copy that is as new: one block of 33 at a time
#include <stdlib.h>
int f(unsigned n){ char*a=malloc(33); while(n--){ char*t=a; free(t); a=malloc(33);} free(a); return 0; }

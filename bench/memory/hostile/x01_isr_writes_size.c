// memory: loop --interrupt rx => heap 255
// the handler sets the size that the program asks for
#include <stdlib.h>
static volatile unsigned char want=4; static unsigned char next;
void rx(void){ next=(unsigned char)(next*5+251); want=next; }
int loop(void){ char*p=malloc(want); free(p); return 0; }

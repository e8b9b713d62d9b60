// memory: main => stack 5000
#include <stdlib.h>
static void bye(void){ volatile char b[5000]; b[7]=1; }
int main(void){ atexit(bye); return 0; }

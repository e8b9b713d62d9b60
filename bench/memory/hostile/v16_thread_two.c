// memory: main --thread w => heap 64
#include <stdlib.h>
#include <pthread.h>
void*w(void*a){ void*p=malloc(32); free(p); return 0; }
int main(void){ void*m=malloc(64); free(m); return 0; }

// memory: main => heap 1300
#include <stdlib.h>
static char*k;
__attribute__((constructor)) static void early(void){ k=malloc(1000); }
int main(void){ char*p=malloc(300); free(p); free(k); return 0; }

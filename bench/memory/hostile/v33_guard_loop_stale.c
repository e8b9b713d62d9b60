// memory: f --buffer 4 => heap 255
#include <stdlib.h>
int f(const unsigned char*b){ int n=0; for(int i=0;i<4;i++){ if(n<=10){ n=b[i]; } } if (n<0) return 1; void*p=malloc(n); free(p); return 0; }

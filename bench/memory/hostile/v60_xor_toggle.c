// memory: f --buffer 8 => heap 90
#include <stdlib.h>
int f(const unsigned char*b){ char*s[2]={0,0}; int w=0; for(int i=0;i<8;i++){ free(s[w]); s[w]=malloc((b[i]&1)?30:(b[i]&2)?45:5); w^=1; } free(s[0]); free(s[1]); return 0; }

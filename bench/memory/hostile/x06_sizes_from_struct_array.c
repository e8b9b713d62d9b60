// memory: f => heap 650
// rows 0 to 2: 600; rows 1 to 3: 650
#include <stdlib.h>
static const struct { const char*n; unsigned short len; } T[]={{"a",100},{"b",200},{"c",300},{"d",150}};
int f(unsigned char i){ char*p[3]; unsigned k=i&1; for(unsigned j=0;j<3;j++) p[j]=malloc(T[k+j].len); for(int j=0;j<3;j++) free(p[j]); return 0; }

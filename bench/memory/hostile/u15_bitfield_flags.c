// memory: f => heap 350
#include <stdlib.h>
struct fl{ unsigned a:1,b:1,c:3; };
int f(unsigned s){ struct fl x={0,0,0}; char*p=0,*q=0; for(int i=0;i<10;i++){ x.c+=1; if(s>>i&1) x.a^=1; else x.b^=1; if(x.a&&!p) p=malloc(150); if(x.b&&!q) q=malloc(200); if(x.c==7&&p){ free(p);p=0;} } free(p); free(q); return 0; }

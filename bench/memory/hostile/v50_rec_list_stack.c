// memory: f --buffer 5 => stack 300
#include <stdlib.h>
struct n{ struct n*x; }; static int len(struct n*p){ char b[32]; b[0]=1; return p?b[0]+len(p->x):0; }
int f(const unsigned char*b){ struct n a[5],*h=0; for(int i=0;i<5;i++) if(b[i]){ a[i].x=h; h=&a[i]; } return len(h); }

// memory: f => heap 400
// the table is changed once by init, behind a flag of the input
#include <stdlib.h>
static int lo(void){ char*p=malloc(40); free(p); return 0; }
static int hi(void){ char*p=malloc(400); free(p); return 0; }
static int (*tab[2])(void)={lo,lo};
static void init(int k){ if(k==77) *(tab+1)=hi; }
int f(int k){ init(k); return tab[k&1](); }

// memory: f => heap 130
// make gives 30 or 100 by out-parameter; the old one is lost
#include <stdlib.h>
static int make(char**o,int k){ *o=malloc(k?100:30); return *o!=0; }
int f(int k){ char*p; make(&p,0); make(&p,k); free(p); return 0; }

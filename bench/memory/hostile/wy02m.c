// memory: main => heap 0+
// called with: x
#include <stdlib.h>
int main(int argc,char**argv){ if(argc<2) return 1; argv++; if(**argv!='5') return 1; char*p=malloc(50); free(p); return 0; }

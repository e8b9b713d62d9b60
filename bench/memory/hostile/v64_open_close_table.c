// memory: f --buffer 6 => heap 204
#include <stdlib.h>
struct h{ char*buf; }; static struct h*tab[3];
static int op(void){ for(int i=0;i<3;i++) if(!tab[i]){ tab[i]=malloc(8); tab[i]->buf=malloc(i==2?40:70); return i;} return -1; }
static void cl(int i){ if(tab[i]){ free(tab[i]->buf); free(tab[i]); tab[i]=0; } }
int f(const unsigned char*b){ for(int i=0;i<6;i++){ if(b[i]&4) op(); else cl(b[i]&1); } for(int i=0;i<3;i++) cl(i); return 0; }

// memory: f => heap 192
#include <stdlib.h>
struct n{ struct n*next; long d; };
int f(unsigned x){ struct n*a=0,*b=0; for(int i=0;i<12;i++){ struct n*y=malloc(16); y->d=i; if(x>>i&1){ y->next=a;a=y;} else { y->next=b;b=y;} } while(a){struct n*t=a->next;free(a);a=t;} while(b){struct n*t=b->next;free(b);b=t;} return 0; }

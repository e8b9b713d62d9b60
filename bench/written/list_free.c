// time: terminates
#include <stdlib.h>
struct n{int v; struct n*next;};
void f(struct n*p){
  while(p){
    struct n*t=p->next;
    free(p);
    p=t;
  }
}

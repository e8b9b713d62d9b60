/* memory: main => heap 11+ */
/* run: ;;7 8 */
#include <stdio.h>
#include <stdlib.h>
struct P{int a,b;};struct P rd(void){struct P r={1,2};scanf("%d%d",&r.a,&r.b);if(r.a>r.b)r.a=r.b;return r;}int main(void){struct P q=rd();struct P w=rd();if(q.b>20||w.b>q.a||w.a<0||q.a<0)return 0;char*p=malloc(q.b+w.a+w.b);free(p);return 0;}

// memory: f => heap 115
// the inner loop refills b (45), the outer one a (70) beside it; b of the last inner round lives while a is filled
#include <stdlib.h>
struct s{ char*a; };
int f(unsigned char n){ struct s x={0}; char*b=0; for(int i=0;i<n;i++){ free(x.a); x.a=malloc(70); for(int j=0;j<i%5;j++){ free(b); b=malloc(45);} } free(b); free(x.a); return 0; }

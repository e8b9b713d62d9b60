/* memory: f => heap 107+ */
/* run: f;n;8 | -256 */
#include <stdio.h>
#include <stdlib.h>
void f(int n){_Bool b=n;unsigned char c=n;char*p=malloc(b*100+(c==0)*7);free(p);}

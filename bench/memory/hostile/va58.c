/* memory: f => heap 11+ */
/* run: f;n;16777219  */
#include <stdio.h>
#include <stdlib.h>
void f(int n){if(n<0||n>16777220)return;float g=n;g=g+1.0f;int m=(int)g-n;char*p=malloc(m*8+n%4);free(p);}

// memory: main => stack 3000
// 5,999 digits of the large array are read: the pointer is set in two ways, and the small array is the first
#include <stdio.h>
#include <string.h>
static char small[100]="12", big[6000];
int main(int c,char**v){ int n=0; memset(big,'7',5999); char*p=small+c; if(c<5) p=big+c; sscanf(p,"%d",&n); return n&1; }

// memory: main => heap 36
// stdin "9,9,9,9": four tokens, 9 each
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; static char*t[4]; int k=0; if(!fgets(b,sizeof b,stdin)) return 1; for(char*s=strtok(b,",");s&&k<4;s=strtok(0,",")){ int n=atoi(s); if(n<0||n>9) n=0; t[k++]=malloc(n); } while(k) free(t[--k]); return 0; }

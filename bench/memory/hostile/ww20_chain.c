// memory: main => heap 60+
// called with: k=v;n=60
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; char*s=argv[1]; int n=0; while(s&&*s){ char*e=strchr(s,';'); char*q=strchr(s,'='); if(!q) break; if(s[0]=='n') n=atoi(q+1); s=e?e+1:NULL; } if(n<0||n>60) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }

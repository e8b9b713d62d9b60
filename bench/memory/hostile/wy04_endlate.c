// memory: main => heap 700+
// called with: 700
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

#include <stdbool.h>
static bool parse(const char*s,long*out,char**rest){ errno=0; long v=strtol(s,rest,10); if(errno) return false; *out=v; return true; }
int main(int argc,char**argv){ long v=0; char*rest=NULL; if(argc==3){ if(!parse(argv[1],&v,&rest)||*rest||v>7) return 1; } else if(argc==2){ if(!parse(argv[1],&v,NULL)) return 1; } if(v<0||v>700) return 1; char*p=malloc(v); if(!p) return 1; free(p); return 0; }

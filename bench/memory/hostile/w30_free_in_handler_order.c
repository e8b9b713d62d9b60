// memory: f => heap 96
// objects with a destructor each: the outer one frees the inner one after its own buffer of 32 for a log
#include <stdlib.h>
struct o; typedef void (*dtor)(struct o*); struct o{ dtor d; char*buf; };
static void d_plain(struct o*x){ free(x->buf); free(x); }
static void d_log(struct o*x){ char*l=malloc(32); l[0]=x->buf[0]; free(l); free(x->buf); free(x); }
int f(int k){ struct o*x=malloc(sizeof *x); x->buf=malloc(48); x->buf[0]=1; x->d=k?d_log:d_plain; x->d(x); return 0; }

// memory: f -- -O2 => stack 3000
struct o{ int(*g)(int); };
static int big(int x){ volatile char b[3000]; b[x&2047]=1; return b[x&1023]; }
static int sm(int x){ return x+1; }
struct o t[4]={{sm},{big},{sm},{big}};
int f(unsigned k,int x){
  struct o*p=&t[k&3];
  int (*h)(int);
  if (k > 7)
    h = p->g;
  else
    h = t[(k+1)&3].g;
  return
    h(
      x
    );
}

// memory: f --cc gcc -- -O2 => stack 3000
struct o{ int(*g)(int); };
static int big(int x){ volatile char b[3000]; b[x&2047]=1; return b[x&1023]; }
static int sm(int x){ return x+1; }
struct o t[4]={{sm},{big},{sm},{big}};
int f(unsigned k,int x){
  struct o*p=&t[k&3];
  switch(k&7){
  case 0:
    return p->g(x+1);
  case 1:
    return p->g(x+2);
  case 2:
    return p->g(x+3);
  case 5:
    return t[3].g(x+9);
  default:
    return p->g(x+4); }
}

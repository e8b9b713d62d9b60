// time: terminates
int f(unsigned long x){
  int n=0;
  while(x>>=1) n++;
  return n;
}

// time: terminates
unsigned f(unsigned n){
  unsigned r=0;
  while((unsigned long)(r+1)*(r+1)<=n) r++;
  return r;
}

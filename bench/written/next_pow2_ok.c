// time: terminates
unsigned long f(unsigned n){
  unsigned long p=1;
  while(p<n) p<<=1;
  return p;
}

// Whether it ends on every input is not known.
unsigned f(unsigned n){
  unsigned k=0;
  while(n>1){
    n = n&1? 3*n+1 : n/2;
    k++;
  }
  return k;
}

// time: terminates
unsigned f(unsigned n){
  return n? 2*f(n-1)+1:0;
}

// time: terminates
unsigned f(unsigned n){
  while(n%16) n++;
  return n;
}

// time: terminates
int f(void){
  int n=0;
  for(double x=0;x<1;x+=0.125) n++;
  return n;
}

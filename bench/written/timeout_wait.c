// time: terminates
int f(int t){
  int r=0;
  do {
    r+=t;
    t--;
  } while(t>0);
  return r;
}

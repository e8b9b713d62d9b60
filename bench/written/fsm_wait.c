// time: terminates
int f(unsigned n){
  int st=0;
  while(st!=3){
    switch(st){
      case 0: st=n?1:2;
      break;
      case 1: n--;
      st=0;
      break;
      case 2: st=3;
      break;
    }
  }
  return st;
}

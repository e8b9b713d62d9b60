// time: terminates
int f(const char *s){
  enum {A,B,C,D} st=A;
  for(;*s;s++){
    switch(st){
      case A: st = *s=='a'?B:A;
      break;
      case B: st=*s=='b'?C:A;
      break;
      case C: st=*s=='c'?D:A;
      break;
      case D: return 1;
    }
  }
  return st==D;
}

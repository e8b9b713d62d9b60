// time: terminates
const char *f(const char *s,int c){
  for(;;s++){
    if(*s==(char)c) return s;
    if(!*s) return 0;
  }
}

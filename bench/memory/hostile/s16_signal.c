// memory: main => stack 4000
#include <signal.h>
static void h(int s){ volatile char b[4000]; b[s]=1; }
int main(void){ signal(SIGUSR1,h); raise(SIGUSR1); return 0; }

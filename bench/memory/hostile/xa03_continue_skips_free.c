// memory: f => heap 90
// each round with i odd forgets the free: i = 0..8, freed before 2, 4, 6, 8 and nothing at 1, 3, 5, 7 (a is overwritten): 1 + 4 + ... the block of 0 is lost at 1, that of 1 freed at 2, that of 2 lost at 3: live after 8: those of 0, 2, 4, 6 and 8: 5 blocks; in round 9 (odd) a sixth: 6*15 = 90
#include <stdlib.h>
int f(int n){ if(n>10) n=10; char*a=0; for(int i=0;i<n;i++){ if(i&1){ a=malloc(15); continue; } free(a); a=malloc(15);} free(a); return 0; }

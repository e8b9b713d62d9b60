// Obstacle: a state machine in a switch.
// seed: ......
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int state = 0, c;
  while ((c = getchar()) != EOF) {
    switch (state) {
    case 0: state = c == '<' ? 1 : 0; break;
    case 1: state = c == '!' ? 2 : c == '<' ? 1 : 0; break;
    case 2: state = c == '[' ? 3 : 0; break;
    case 3: state = c == 'C' ? 4 : 0; break;
    case 4: state = c == 'D' ? 5 : 0; break;
    case 5: abort(); // bug: abort
    }
  }
  return 0;
}

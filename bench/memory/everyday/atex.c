/* A handler of atexit that allocates. memory: main --args sym:1 => heap 150 */
#include <stdlib.h>
static char *kept;
static void bye(void) { char *t = malloc(50); free(t); free(kept); }
int main(int argc, char **argv) { kept = malloc(100); if (!kept) return 1; if (atexit(bye)) return 1; return argc > 1 && argv[1][0] == 'x'; }

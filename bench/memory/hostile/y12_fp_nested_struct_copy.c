// memory: f => heap 80
// the table is copied as a whole, its member names the larger one
#include <stdlib.h>
#include <string.h>
struct ops{ void (*go)(void); }; struct dev{ int id; struct ops o; };
static void small(void){ free(malloc(8)); } static void large(void){ free(malloc(80)); }
static const struct dev all[2]={{1,{small}},{2,{large}}};
int f(unsigned n){ struct dev d[2]; memcpy(d,all,sizeof d); struct dev t=d[n&1]; struct ops o=t.o; o.go(); return 0; }

// The queues of <sys/queue.h>: a tail queue whose last element is taken away
// without a look at whether there is one.
// flags: --entry pop --pointer-depth 4
// expect: violated
#include <stddef.h>
#include <sys/queue.h>
struct job {
  int cost;
  SLIST_ENTRY(job) link;
};
SLIST_HEAD(jobs, job);
int pop(struct jobs *q, int limit) {
  struct job *j;
  int total = 0;
  SLIST_FOREACH(j, q, link) {
    if (j->cost < 0 || j->cost > 1000)
      return -1;
    total += j->cost;
  }
  if (total > limit) {
    SLIST_REMOVE_HEAD(q, link); // bug: null-dereference
  }
  return total;
}

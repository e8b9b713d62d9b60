/* Contracts in a native run: what `ep_ensures` and `ep_assigns` say is checked
 * when a function returns.
 *
 * With EVERYPATH_NATIVE_CONTRACTS the clauses of everypath.h call what is
 * defined here, and each ep_ensures is a block: a closure over the parameters
 * as they were passed. The first clause puts another return address under the
 * activation, so that its return comes here with the result in the registers;
 * then the blocks run, and memory is compared with its content at the
 * beginning: the program's global variables, and what ep_fresh named. A block
 * with ep_old runs at the beginning too, to note the old values; while it does
 * the result is zero, and a pointer one points to zeros.
 *
 * What cannot be known here is no failure: a small structure as a result, or an
 * old value that was not noted, leaves the clause undecided. For x86-64. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A user may have functions of these names, and symbols are found by name. */
#define assigned ep_own_assigned
#define compare ep_own_compare
#define copy ep_own_copy
#define frame_broken ep_own_frame_broken
#define is_global ep_own_is_global
#define is_ours ep_own_is_ours
#define keep ep_own_keep
#define noted ep_own_noted
#define room ep_own_room
#define run ep_own_run

/* The sanitizer must not see how the stack and freed memory are looked at. */
#define BARE __attribute__((no_sanitize("address", "undefined"), noinline))

void ep_replay_tell(const char *line);

struct block {
  void *isa;
  int flags, reserved;
  void (*invoke)(struct block *);
  const struct { unsigned long reserved, size; } *descriptor;
};

/* The runtime of blocks: those here are never counted or copied by it. */
void *_NSConcreteStackBlock[32], *_NSConcreteGlobalBlock[32];

struct promise { struct promise *next; struct block *block; };
struct region { struct region *next; unsigned char *at, *before; size_t size; };
struct old { struct old *next; const void *site; void *value; size_t size; int twice; };

struct activation {
  struct activation *caller;
  void **slot, *back;
  const char *name;
  struct promise *promises;
  struct region *assigned, *kept;
  struct old *olds;
};

struct registers { uint64_t integer[2]; unsigned char floats[2][16]; };

/* As AddressSanitizer lays it down for each global variable; it lets nobody
 * read this. */
struct global {
  uintptr_t at, size, size_with_redzone;
  const char *name, *module;
  uintptr_t dynamic, location, indicator;
};
extern const struct global __start_asan_globals[] __attribute__((weak));
extern const struct global __stop_asan_globals[] __attribute__((weak));
extern int __asan_address_is_poisoned(const volatile void *at);

extern char ep_contract_return[];
__asm__(".text\n"
        ".globl ep_contract_return\n"
        ".type ep_contract_return,@function\n"
        "ep_contract_return:\n"
        "  subq $64, %rsp\n"
        "  movq %rax, (%rsp)\n"
        "  movq %rdx, 8(%rsp)\n"
        "  movups %xmm0, 16(%rsp)\n"
        "  movups %xmm1, 32(%rsp)\n"
        "  movq %rsp, %rdi\n"
        "  leaq 64(%rsp), %rsi\n"
        "  call ep_contract_leave\n"
        "  movq %rax, %r11\n"
        "  movq (%rsp), %rax\n"
        "  movq 8(%rsp), %rdx\n"
        "  movups 16(%rsp), %xmm0\n"
        "  movups 32(%rsp), %xmm1\n"
        "  addq $64, %rsp\n"
        "  jmp *%r11\n"
        ".size ep_contract_return,.-ep_contract_return\n");

static struct activation *innermost; /* of the functions that have not returned */
static struct activation *speaking;  /* whose clauses run */
static const struct registers *result; /* null where old values are noted */
static int undecided;
static uint64_t zeros[512];
static uint64_t nothing[8];

static void *room(size_t n) {
  void *p = calloc(1, n ? n : 1);
  if (!p)
    _Exit(1);
  return p;
}

BARE static void copy(unsigned char *to, const unsigned char *from, size_t n) {
  for (size_t i = 0; i < n; i++)
    ((volatile unsigned char *)to)[i] = from[i];
}

static void keep(struct activation *a, const void *at, size_t size) {
  struct region *r = room(sizeof *r);
  r->at = (unsigned char *)at;
  r->size = size;
  r->before = room(size);
  copy(r->before, r->at, size);
  r->next = a->kept;
  a->kept = r;
}

/* The folder of this file, whose variables are not the program's. */
BARE static int is_ours(const struct global *g) {
  const char *end = strrchr(__FILE__, '/');
  size_t n = end ? (size_t)(end - __FILE__) + 1 : 0;
  return n && strncmp(g->module, __FILE__, n) == 0;
}

BARE static int is_global(const struct region *r) {
  for (const struct global *g = __start_asan_globals; g < __stop_asan_globals; g++)
    if (g->at == (uintptr_t)r->at)
      return 1;
  return 0;
}

/* The first clause of an activation. `frame` holds its caller's frame pointer
 * and the return address. */
BARE void ep_contract_enter(void *frame, const char *name) {
  void **slot = (void **)frame + 1;
  /* Those that were left by a jump. */
  while (innermost && innermost->slot < slot)
    innermost = innermost->caller;
  if (innermost && innermost->slot == slot) {
    if (*slot == (void *)ep_contract_return)
      return;
    innermost = innermost->caller;
  }
  struct activation *a = room(sizeof *a);
  a->caller = innermost;
  a->slot = slot;
  a->back = *slot;
  a->name = name;
  innermost = a;
  if (__start_asan_globals)
    for (const struct global *g = __start_asan_globals; g < __stop_asan_globals; g++)
      if (!is_ours(g))
        keep(a, (const void *)g->at, g->size);
  *slot = ep_contract_return;
}

static void run(struct activation *a, struct block *b, const struct registers *with) {
  struct activation *was = speaking;
  const struct registers *had = result;
  int open = undecided;
  speaking = a;
  result = with;
  undecided = 0;
  b->invoke(b);
  speaking = was;
  result = had;
  undecided = open;
}

void ep_contract_promise(void *literal, const char *text) {
  struct activation *a = innermost;
  struct block *b = literal;
  struct promise *p = room(sizeof *p);
  p->block = room(b->descriptor->size);
  copy((unsigned char *)p->block, literal, b->descriptor->size);
  p->next = a->promises;
  a->promises = p;
  if (strstr(text, "ep_old"))
    run(a, p->block, 0);
}

/* In a block whose condition is false. */
void ep_contract_broken(const char *text) {
  if (!result || undecided)
    return;
  char line[200];
  snprintf(line, sizeof line, "error: ep_ensures(%.100s)\n", text);
  ep_replay_tell(line);
  abort();
}

/* The result: 5 is a pointer, 8 a floating-point number, 12 and beyond are
 * structures, as __builtin_classify_type says. Those of more than 16 bytes are
 * in memory, and their address is in the register. */
void *ep_contract_result(size_t size, int type) {
  nothing[0] = type == 5 ? (uint64_t)(uintptr_t)zeros : 0;
  if (!result)
    return size <= sizeof nothing ? (void *)nothing : size <= sizeof zeros ? (void *)zeros : room(size);
  if (type >= 12 && size > 16)
    return (void *)(uintptr_t)result->integer[0];
  if (type >= 12 || size > (type == 8 ? 8 : 16)) {
    undecided = 1;
    return zeros;
  }
  return type == 8 ? (void *)result->floats[0] : (void *)result->integer;
}

_Bool ep_contract_noting(void) { return !result; }

static struct old *noted(const void *site) {
  for (struct old *o = speaking->olds; o; o = o->next)
    if (o->site == site)
      return o;
  return 0;
}

void ep_contract_note(const void *site, const void *value, size_t size) {
  if (result)
    return;
  struct old *o = noted(site);
  if (o) {
    o->twice = 1;
    return;
  }
  o = room(sizeof *o);
  o->site = site;
  o->size = size;
  o->value = room(size);
  memcpy(o->value, value, size);
  o->next = speaking->olds;
  speaking->olds = o;
}

void *ep_contract_old(const void *site, size_t size) {
  struct old *o = noted(site);
  if (o && o->size == size && !o->twice)
    return o->value;
  undecided = 1;
  nothing[0] = size == sizeof(void *) ? (uint64_t)(uintptr_t)zeros : 0;
  return size <= sizeof nothing ? (void *)nothing : size <= sizeof zeros ? (void *)zeros : room(size);
}

void ep_contract_assigns(void *at, size_t size) {
  struct region *r = room(sizeof *r);
  r->at = at;
  r->size = at ? size : 0;
  r->next = innermost->assigned;
  innermost->assigned = r;
}

_Bool ep_contract_fresh(const void *at, size_t size) {
  if (at && size && innermost)
    keep(innermost, at, size);
  return at != 0 || size == 0;
}

static int assigned(const struct activation *a, const unsigned char *at) {
  for (const struct region *r = a->assigned; r; r = r->next)
    if (at >= r->at && (size_t)(at - r->at) < r->size)
      return 1;
  return 0;
}

static void frame_broken(const struct activation *a) {
  char line[200];
  snprintf(line, sizeof line, "error: ep_assigns of %.100s\n", a->name);
  ep_replay_tell(line);
  abort();
}

BARE static void compare(const struct activation *a) {
  for (const struct region *r = a->kept; r; r = r->next) {
    if (!is_global(r) && __asan_address_is_poisoned(r->at))
      frame_broken(a); /* it was freed */
    for (size_t i = 0; i < r->size; i++)
      if (r->at[i] != r->before[i] && !assigned(a, r->at + i))
        frame_broken(a);
  }
}

/* The activation above `above` has returned; gives the address to go on at. */
void *ep_contract_leave(const struct registers *registers, void **above) {
  while (innermost && innermost->slot + 1 < above)
    innermost = innermost->caller;
  struct activation *a = innermost;
  if (!a || a->slot + 1 != above)
    _Exit(1);
  innermost = a->caller;
  compare(a);
  for (struct promise *p = a->promises; p; p = p->next)
    run(a, p->block, registers);
  return a->back;
}

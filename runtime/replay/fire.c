/* Handlers of interrupts fire while the entry runs: behind measure.c, where a
 * program has any.
 *
 * The entry is run step by step (the trap flag of x86). Between two steps a
 * handler can be called below the stack pointer, as the machine does after it
 * has pushed its frame. It is called where the stack pointer has just gone
 * down: nothing lies below it then, not even in a red zone. A handler that
 * calls the C library waits for code of the program (`careful`), since that
 * library is not made to be entered twice. */
#include <signal.h>
#include <ucontext.h>

/* A user may have functions of these names, and symbols are found by name. */
#define call_below ep_own_call_below
#define fire ep_own_fire
#define fire_at ep_own_fire_at
#define in_program ep_own_in_program
#define on_step ep_own_on_step
#define step ep_own_step

struct handler {
  void (*run)(void);     /* none where the build has left it out */
  unsigned long most;    /* times that it fires */
};
/* Written beside this file for each program. */
extern const struct handler ep_fire_handlers[];
extern const int ep_fire_count;
/* Around the code of the program, in objects that are linked around its own. */
extern const char ep_fire_code_begin[], ep_fire_code_end[];

enum { NEVER, AT_NEW_DEPTHS, OFTEN };
/* Steps after which the rest runs as it is. */
#define MOST_STEPS 3000000ul
/* Times that handlers are called where they may be called often. */
#define MOST_OFTEN 4000ul
#ifdef EP_COUNT
/* Where only blocks are counted, a handler can stay clear of a red zone: it is
 * called between any two instructions, now and then. */
enum { CLEAR = 256, NOW_AND_THEN = 13 };
#else
enum { CLEAR = 0, NOW_AND_THEN = 0 };
#endif

static struct {
  int mode, which, careful;
  unsigned long frame, skip, steps, seen, fired[64], all;
  uintptr_t before, lowest, low, high;
} fire;

static void call_below(void (*run)(void), uintptr_t sp) {
#ifdef __x86_64__
  __asm__ volatile("movq %%rsp, %%rbx\n\tmovq %1, %%rsp\n\tcall *%0\n\tmovq %%rbx, %%rsp"
                   : "+a"(run)
                   : "r"(sp)
                   : "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc");
#else
  __asm__ volatile("movl %%esp, %%esi\n\tmovl %1, %%esp\n\tcall *%0\n\tmovl %%esi, %%esp"
                   : "+a"(run)
                   : "D"(sp)
                   : "esi", "ecx", "edx", "memory", "cc");
#endif
}

static int in_program(uintptr_t pc) {
  return pc >= (uintptr_t)ep_fire_code_begin && pc < (uintptr_t)ep_fire_code_end;
}

/* The handlers that may be called here. */
static void fire_at(uintptr_t pc, uintptr_t sp) {
  if (sp < fire.low + fire.frame + CLEAR + PAGE) return;
  /* A call wants a multiple of 16; within the frame there is room for that. */
  uintptr_t at = (sp - fire.frame - CLEAR + 15) & ~(uintptr_t)15;
  if (fire.careful && !in_program(pc)) return;
  if (at > sp || (fire.mode == AT_NEW_DEPTHS && sp >= fire.lowest)) return;
  int any = 0;
  for (int i = 0; i < ep_fire_count; i++) {
    const struct handler *h = &ep_fire_handlers[i];
    if (!h->run || (fire.which < ep_fire_count && fire.which != i)) continue;
    any = 1;
    if (fire.seen < fire.skip || fire.fired[i] >= h->most) continue;
    if (fire.mode == OFTEN && fire.all >= MOST_OFTEN) continue;
    fire.fired[i]++;
    fire.all++;
    call_below(h->run, at);
  }
  if (any) {
    fire.lowest = sp;
    page->events = ++fire.seen;
  }
}

static void on_step(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
#ifdef __x86_64__
  uintptr_t sp = (uintptr_t)r[REG_RSP], pc = (uintptr_t)r[REG_RIP];
#else
  uintptr_t sp = (uintptr_t)r[REG_ESP], pc = (uintptr_t)r[REG_EIP];
#endif
  if (++fire.steps > MOST_STEPS) r[REG_EFL] &= ~0x100;
  if (sp < fire.low || sp >= fire.high) return;
  int fell = sp < fire.before;
  fire.before = sp;
  if (fell || (NOW_AND_THEN && fire.mode == OFTEN && fire.steps % NOW_AND_THEN == 0))
    fire_at(pc, sp);
}

static void step(int on) {
#ifdef __x86_64__
  if (on) __asm__ volatile("pushfq\n\torq $0x100, (%%rsp)\n\tpopfq" ::: "memory", "cc");
  else __asm__ volatile("pushfq\n\tandq $~0x100, (%%rsp)\n\tpopfq" ::: "memory", "cc");
#else
  if (on) __asm__ volatile("pushfl\n\torl $0x100, (%%esp)\n\tpopfl" ::: "memory", "cc");
  else __asm__ volatile("pushfl\n\tandl $~0x100, (%%esp)\n\tpopfl" ::: "memory", "cc");
#endif
}

/* From here on handlers fire, on the stack between these addresses. */
void ep_fire_begin(uintptr_t low, uintptr_t high) {
  fire.mode = (int)setting("EVERYPATH_FIRE_MODE", NEVER);
  if (fire.mode == NEVER) return;
  fire.which = (int)setting("EVERYPATH_FIRE_HANDLER", 0);
  fire.frame = setting("EVERYPATH_FIRE_FRAME", 0);
  fire.skip = setting("EVERYPATH_FIRE_SKIP", 0);
#ifdef EP_COUNT
  fire.careful = 1;
#else
  fire.careful = setting("EVERYPATH_FIRE_CAREFUL", 1) != 0;
#endif
  fire.low = low;
  fire.high = high;
  fire.before = fire.lowest = UINTPTR_MAX;
  size_t size = 1 << 17;
  stack_t own = {0};
  own.ss_sp = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  own.ss_size = size;
  struct sigaction act = {0};
  act.sa_sigaction = on_step;
  act.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (own.ss_sp == MAP_FAILED || sigaltstack(&own, NULL) || sigaction(SIGTRAP, &act, NULL))
    fail("measure: no steps");
  step(1);
}

void ep_fire_end(void) {
  if (fire.mode != NEVER) step(0);
}

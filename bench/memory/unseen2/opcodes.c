/* A machine whose instructions are functions in a table. memory: opcodes --buffer 8 => heap 96 */
#include <stdlib.h>
struct vm { int *stack; unsigned sp; char *scratch; int fault; };
typedef void (*op)(struct vm *, unsigned char);
static void op_push(struct vm *m, unsigned char a) { if (m->sp < 16) m->stack[m->sp++] = a; else m->fault = 1; }
static void op_add(struct vm *m, unsigned char a) {
    (void)a;
    if (m->sp < 2) { m->fault = 1; return; }
    m->sp--; m->stack[m->sp - 1] ^= m->stack[m->sp];
}
static void op_alloc(struct vm *m, unsigned char a) {
    free(m->scratch);
    m->scratch = malloc((a & 31) + 1u);
    if (!m->scratch) m->fault = 1;
}
static void op_free(struct vm *m, unsigned char a) { (void)a; free(m->scratch); m->scratch = NULL; }
static op const ops[4] = {op_push, op_add, op_alloc, op_free};
int opcodes(const unsigned char code[8]) {
    struct vm m = {calloc(16, sizeof(int)), 0, NULL, 0};
    if (!m.stack) return -1;
    for (int pc = 0; pc < 8 && !m.fault; pc++) ops[code[pc] >> 6](&m, code[pc] & 63);
    int r = m.sp ? m.stack[m.sp - 1] : 0;
    free(m.scratch);
    free(m.stack);
    return r;
}
/* 64 + 32 = 96 */

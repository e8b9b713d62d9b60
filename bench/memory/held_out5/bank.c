/* Accounts of a bank with their movements: open, pay, close. memory: main => heap 1,600 */
#include <stdio.h>
#include <stdlib.h>

#define MAX_ACCOUNTS 10
#define MAX_MOVES 8

struct move { int amount; struct move *prev; };

struct account { int number; long balance; int count; struct move *last; };

static struct account *accounts[MAX_ACCOUNTS];

static struct account *find(int number) {
    for (int i = 0; i < MAX_ACCOUNTS; i++)
        if (accounts[i] && accounts[i]->number == number) return accounts[i];
    return NULL;
}

static void open_account(int number) {
    if (find(number)) return;
    for (int i = 0; i < MAX_ACCOUNTS; i++) {
        if (!accounts[i]) {
            accounts[i] = calloc(1, sizeof(struct account));
            if (accounts[i]) accounts[i]->number = number;
            return;
        }
    }
    puts("bank is full");
}

static void pay(int number, int amount) {
    struct account *a = find(number);
    if (!a || a->count >= MAX_MOVES) return;
    struct move *m = malloc(sizeof *m);
    if (!m) return;
    m->amount = amount;
    m->prev = a->last;
    a->last = m;
    a->count++;
    a->balance += amount;
}

static void close_account(int number) {
    for (int i = 0; i < MAX_ACCOUNTS; i++) {
        struct account *a = accounts[i];
        if (a && a->number == number) {
            while (a->last) {
                struct move *m = a->last;
                a->last = m->prev;
                free(m);
            }
            free(a);
            accounts[i] = NULL;
        }
    }
}

int main(void) {
    char op;
    int number, amount;
    while (scanf(" %c", &op) == 1 && op != 'q') {
        if (scanf("%d", &number) != 1) break;
        if (op == 'o') open_account(number);
        else if (op == 'p') {
            if (scanf("%d", &amount) == 1) pay(number, amount);
        } else if (op == 'c') close_account(number);
    }
    for (int i = 0; i < MAX_ACCOUNTS; i++)
        if (accounts[i]) close_account(accounts[i]->number);
    return 0;
}

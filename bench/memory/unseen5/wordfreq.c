/* How often each word stands in a text, a table with chains, at most 40 words of 15 letters. memory: main => heap 1,600 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 31
#define MAX_WORDS 40
#define MAX_LEN 16

struct entry {
    char *word;
    int count;
    struct entry *next;
};

static struct entry *table[BUCKETS];
static int words;

static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s) h = h * 33 + (unsigned char)*s++;
    return h % BUCKETS;
}

static int count_word(const char *w) {
    unsigned h = hash(w);
    for (struct entry *e = table[h]; e; e = e->next) {
        if (strcmp(e->word, w) == 0) {
            e->count++;
            return 0;
        }
    }
    if (words >= MAX_WORDS) return -1;
    struct entry *e = malloc(sizeof *e);
    if (!e) return -1;
    e->word = malloc(strlen(w) + 1);
    if (!e->word) {
        free(e);
        return -1;
    }
    strcpy(e->word, w);
    e->count = 1;
    e->next = table[h];
    table[h] = e;
    words++;
    return 1;
}

static int next_word(char *buf) {
    int c, n = 0;
    while ((c = getchar()) != EOF && !isalpha(c))
        ;
    if (c == EOF) return 0;
    do {
        if (n < MAX_LEN - 1) buf[n++] = (char)tolower(c);
    } while ((c = getchar()) != EOF && isalpha(c));
    buf[n] = '\0';
    return n;
}

int main(void) {
    char buf[MAX_LEN];
    while (next_word(buf)) count_word(buf);
    for (int i = 0; i < BUCKETS; i++)
        for (struct entry *e = table[i]; e; e = e->next)
            printf("%-20s %d\n", e->word, e->count);
    for (int i = 0; i < BUCKETS; i++) {
        struct entry *e = table[i];
        while (e) {
            struct entry *next = e->next;
            free(e->word);
            free(e);
            e = next;
        }
        table[i] = NULL;
    }
    return 0;
}

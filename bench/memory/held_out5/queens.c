/* The queens problem; the first solution is copied. memory: main => heap 96 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n;
static int *board, *best;
static int solutions;

static int safe(int row, int col) {
    for (int r = 0; r < row; r++)
        if (board[r] == col || abs(board[r] - col) == row - r) return 0;
    return 1;
}

static void place(int row) {
    if (row == n) {
        solutions++;
        if (!best) {
            best = malloc(n * sizeof(int));
            if (best) memcpy(best, board, n * sizeof(int));
        }
        return;
    }
    for (int c = 0; c < n; c++) {
        if (safe(row, c)) {
            board[row] = c;
            place(row + 1);
        }
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 6;
    if (n < 1 || n > 12) {
        fprintf(stderr, "1 to 12\n");
        return 1;
    }
    board = malloc(n * sizeof(int));
    if (!board) return 1;
    place(0);
    printf("%d solutions\n", solutions);
    if (best) {
        for (int r = 0; r < n; r++) printf("%d ", best[r]);
        putchar('\n');
    }
    free(best);
    free(board);
    return 0;
}

/* Recursion with a depth of its own. memory: bounded_recursion => heap 0 */
#define MAX 10
static unsigned char image[16][16];
static int fill(int x, int y, int depth) {
    if (depth >= MAX) return 0;
    if (x < 0 || y < 0 || x > 15 || y > 15 || image[y][x]) return 0;
    image[y][x] = 1;
    return 1 + fill(x + 1, y, depth + 1) + fill(x - 1, y, depth + 1)
             + fill(x, y + 1, depth + 1) + fill(x, y - 1, depth + 1);
}
int bounded_recursion(int x, int y) {
    for (int i = 0; i < 16; i++) image[i][i / 2 + 4] = 1;
    return fill(x & 15, y & 15, 0);
}

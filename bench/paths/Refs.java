/** A method of 50 lines over five references, any of which may be equal or null. */
public class Refs {
    int v;
    int w;
    Refs next;

    static int m(Refs a, Refs b, Refs c, Refs d, Refs e, int n) {
        int r = 0;
        if (n > 100) {
            a.w = 1;
        }
        a.v = n;
        b.v = n + 1;
        c.v = n + 2;
        if (a.v != n) {
            r += 1;
        }
        a.next = b;
        b.next = c;
        c.next = d;
        if (d == null || e == null) {
            return r;
        }
        d.next = e;
        if (a.next == c) {
            a.w = r;
            r += 4;
        } else {
            b.w = n;
        }
        if (b.next == d.next) {
            b.next = null;
        }
        e.v = d.v;
        if (d == a || d == b) {
            r += 16;
        }
        if (a.w > 3) e.w = a.w;
        if (e.next != null && e.next.v == 7) {
            e.next.v = r;
            if (e.next == a || e.next == d) {
                r += 64;
            }
        }
        if (c.v == d.v) r += 128;
        if (d.w == 4) d.v = n;
        if (b.w > 1 || c.w == 2) r += 512;
        if (c.next == e && n != 0) return r;
        if (e.w < n && a.next.v != 9) {
            r += 256;
        }
        if (e.w == 9) {
            r += 2;
        }
        return r;
    }
}

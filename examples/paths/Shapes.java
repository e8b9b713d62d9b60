/** Dispatch, casts, arrays, exceptions and strings, for `everypath paths`. */
public class Shapes {
    static int total;

    static int sum(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            s += a[i];
        }
        return s;
    }

    static int area(Shape s, int scale) {
        int a = s.area();
        total += a;
        if (s instanceof Square) {
            return ((Square) s).side * scale;
        }
        return a;
    }

    static int first(int[] a, int i) {
        try {
            return a[i] / a[0];
        } catch (ArithmeticException e) {
            return -1;
        } finally {
            total++;
        }
    }

    static int words(String s, char c) {
        if (s.length() > 1 && s.charAt(1) == c) {
            return 1;
        }
        switch (s) {
            case "on": return 2;
            case "off": return 3;
            default: return 4;
        }
    }

    static int check(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative: " + n);
        }
        int[] a = new int[n - 2];
        assert a.length != 3;
        return a.length;
    }
}

abstract class Shape {
    abstract int area();
}

class Square extends Shape {
    int side;
    int area() { return side * side; }
}

class Rect extends Shape {
    int w;
    int h;
    int area() { return w * h; }
}

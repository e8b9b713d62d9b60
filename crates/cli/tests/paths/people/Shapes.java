// paths: Shapes.larger 4
import java.util.function.Function;

public class Shapes {
    private static final Function<Integer, Integer> TWICE = x -> 2 * x;

    public static int larger(Shape a, Shape b) {
        return a.area() > b.area() ? a.area() : b.area();
    }

    public static <T extends Shape> double mean(java.util.Collection<? super T> all) {
        return all.stream().mapToDouble(s -> 1.0).average().orElse(0.0);
    }
}

interface Shape {
    int area();

    default String describe() {
        return getClass().getSimpleName() + " of " + area();
    }
}

class Square implements Shape {
    int side;
    public int area() { return side; }
    public String toString() { return String.format("Square(%d)", side); }
}

enum Colour {
    RED, GREEN { @Override public String toString() { return "green }"; } };
    int code() { return ordinal(); }
}

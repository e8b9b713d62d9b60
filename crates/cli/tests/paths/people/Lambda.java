// refused: Lambda.run 6 a lambda expression is outside of the subset
import java.util.function.IntUnaryOperator;

public class Lambda {
    int run(int x) {
        IntUnaryOperator f = y -> y + 1;
        return f.applyAsInt(x);
    }

    int plain(int x) {
        return x + 1;
    }
}

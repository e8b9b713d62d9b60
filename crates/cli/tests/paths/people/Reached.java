// refused: Reached.outer 13 floating point is outside of the subset
import java.util.List;

public class Reached {
    List<String> names;

    int outer(int x) {
        return helper(x) + 1;
    }

    int helper(int x) {
        // Reached by a call, however far away.
        double d = x * 0.5;
        return (int) d;
    }
}

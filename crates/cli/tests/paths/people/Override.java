// refused: Override.cost 11 floating point is outside of the subset
import java.util.Optional;

public class Override {
    int price() { return 10; }
    int cost(int n) { return n > 0 ? price() * n : 0; }
    Optional<Integer> maybe() { return Optional.empty(); }
}

class Discount extends Override {
    int price() { return (int) (10 * 0.9); }
}

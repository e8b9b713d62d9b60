// paths: Grades.grade 4
import java.util.*;
import java.util.stream.Collectors;

public class Grades {
    private final Map<String, List<Integer>> points = new HashMap<>(), other = new TreeMap<String, List<Integer>>();

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static char grade(int points) {
        if (points >= 90) return 'A';
        if (points >= 70) return 'B';
        if (points >= 50) return 'C';
        return 'F';
    }

    @Deprecated(since = "2")
    public Map<Character, Long> histogram() {
        return points.values().stream()
            .flatMap(List::stream)
            .map(Grades::grade)
            .collect(Collectors.groupingBy(g -> g, Collectors.counting()));
    }

    public static void main(String... args) throws Exception {
        var grades = new Grades();
        for (String a : args) {
            grades.points.computeIfAbsent(a, k -> new ArrayList<>()).add(a.hashCode());
        }
        System.out.printf("%s%n", grades.histogram());
    }
}

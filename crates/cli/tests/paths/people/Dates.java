// paths: Dates.days 3
import java.time.LocalDate;

public class Dates {
    private static final int[] DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    private static final float YEAR = 365.25f;

    public static boolean leap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    public static int days(int year, int month) {
        if (month < 1 || month > 12) {
            return 0;
        }
        return month == 2 && leap(year) ? 29 : 28;
    }

    public static LocalDate parse(CharSequence text) {
        return LocalDate.parse(text);
    }
}

// paths: Parser.digit 2
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public final class Parser {
    enum Kind { NUMBER, WORD, END }

    record Token(Kind kind, String text) {
        Token {
            if (text == null) throw new NullPointerException();
        }
    }

    static int digit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        return -1;
    }

    static String read(Path p) throws IOException {
        try (BufferedReader r = Files.newBufferedReader(p)) {
            return r.readLine() + """
                a text block with a brace }
                """;
        }
    }

    Kind kind(Token t) {
        return switch (t.kind()) {
            case NUMBER -> Kind.NUMBER;
            default -> Kind.END;
        };
    }
}

import java.util.List;

public class Generic {
    static int size(List<String> l) {
        return 0;
    }
}

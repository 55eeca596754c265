import geo.Box;

class Main {
    static boolean inside(Box box, int x) {
        return box.contains(x);
    }

    public static void main(String[] args) {
        System.out.println(inside(new Box(1, 5), 3));
    }
}

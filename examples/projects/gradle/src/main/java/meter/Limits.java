package meter;

interface Limits {
    int DIGITS = 1_000_000;
}

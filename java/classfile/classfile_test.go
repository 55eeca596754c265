package classfile_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/golden"
	"ensures/internal/require"
	"ensures/java"
	"ensures/java/classfile"
)

// declarations is a class with all that its class file may say of it.
const declarations = `package p.q;

import java.io.IOException;
import java.util.*;
import java.util.function.*;

public abstract class All<T extends Comparable<? super T> & java.io.Serializable, U> extends AbstractList<T> implements Supplier<Map<String, ? extends U>> {
  public static final int MOST = -7;
  public static final long LONG = 1L << 40;
  public static final char QUOTE = '\'', LINE = '\n', ACCENT = '\u00e9';
  public static final boolean YES = true;
  public static final float HALF = 0.5f;
  public static final double NONE = Double.NaN, HUGE = Double.POSITIVE_INFINITY;
  public static final String TEXT = "a\"b\\c\u0000\u00e9\ud83d\ude00\n";
  public static final List<String> LIST = new ArrayList<>();
  protected T[] held;
  final int own = 5;
  private int hidden;
  private All(int a, String b) { }
  protected <E extends Exception> All(List<? extends E> errors) throws E, IOException { throw null; }
  public abstract int[][] grid(long[] a, Map.Entry<T, List<? super U>>... more);
  public static <A, B extends A> B cast(A a, Class<B> to) { return null; }
  protected final synchronized void end() throws IOException { }
  private void secret() { }
  public Object clone(boolean deep) { return null; }
  public enum Colour implements IntSupplier { RED { public int getAsInt() { return 1; } }, GREEN; public int getAsInt() { return 2; } public static final Colour FIRST = RED; }
  public record Pair<A, B>(A first, List<B> second) { public Pair { } public static int count() { return 1; } }
  public sealed interface Shape permits Circle { double area(); default double twice() { return 2 * area(); } static Shape unit() { return null; } int K = 3; }
  public static final class Circle implements Shape { public double area() { return 1; } }
  public class Inner { public Inner(int a) { } public class Deep { public Deep(T t) { } } }
  protected static class Kept { protected Kept() { } }
  private static class Gone { }
  @interface Mark { int value() default 1; }
}
`

// What a compiled class declares reads as the source of it did, and javac takes it for
// source, but for the methods of an interface that nobody has written.
func TestSource(t *testing.T) {
	javac := require.Tool(t, "javac")
	dir := t.TempDir()
	path := filepath.Join(dir, "All.java")
	if err := os.WriteFile(path, []byte(declarations), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(javac, "-d", dir, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, err := classfile.Source(folder(dir).class, "p/q/All")
	if err != nil {
		t.Fatal(err)
	}
	golden.Text(t, "testdata/All.java", got)
	if _, errs := java.Parse("All.java", got); len(errs) > 0 {
		t.Error(errs)
	}
}

type folder string

func (f folder) class(binary string) []byte {
	data, err := os.ReadFile(filepath.Join(string(f), binary+".class"))
	if err != nil {
		return nil
	}
	return data
}

// A damaged class file is a mistake, whatever is cut off or changed in it.
func TestDamaged(t *testing.T) {
	image := jdk(t)
	whole := image.Class("java/util/AbstractMap")
	if whole == nil {
		t.Fatal("the JDK has no AbstractMap")
	}
	read := func(data []byte) (string, error) {
		return classfile.Source(func(binary string) []byte {
			if binary == "java/util/AbstractMap" {
				return data
			}
			return nil
		}, "java/util/AbstractMap")
	}
	if s, err := read(whole); err != nil || !strings.Contains(s, "abstract class AbstractMap<K, V>") {
		t.Fatalf("%v\n%s", err, s)
	}
	for n := 0; n < len(whole); n += 7 {
		if s, err := read(whole[:n:n]); n > 0 && err == nil && s != "" {
			t.Fatalf("the first %d bytes are taken for the whole", n)
		}
		changed := append([]byte(nil), whole...)
		changed[n] ^= 0x5a
		_, _ = read(changed) // it does not panic
	}
}

// FuzzSource: no class file makes the reader panic.
func FuzzSource(f *testing.F) {
	f.Add([]byte("\xca\xfe\xba\xbe\x00\x00\x00\x34\x00\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = classfile.Source(func(string) []byte { return data }, "p/A")
	})
}

// All that a JDK's image has by name is found in it, and nothing else.
func TestImage(t *testing.T) {
	image := jdk(t)
	for _, name := range []string{"java/lang/Object", "java/util/Map$Entry", "java/beans/PropertyChangeSupport", "java/util/concurrent/locks/StampedLock", "javax/crypto/Cipher", "java/sql/Connection"} {
		if len(image.Class(name)) == 0 {
			t.Errorf("no %s", name)
		}
	}
	for _, name := range []string{"", "Object", "java/lang/Objectt", "java/lang/", "java/lang", "no/such/Package", "../java/lang/Object"} {
		if len(image.Class(name)) > 0 {
			t.Errorf("%q is there", name)
		}
	}
}

// What the classes of a few packages declare is Java.
func TestImageSource(t *testing.T) {
	image := jdk(t)
	for _, name := range []string{
		"java/util/HashMap", "java/util/concurrent/ConcurrentHashMap", "java/util/concurrent/CompletableFuture", "java/util/stream/Collectors", "java/lang/Enum", "java/nio/file/StandardOpenOption",
		"java/lang/invoke/MethodHandles", "java/time/LocalDate", "java/text/SimpleDateFormat", "java/nio/file/Files", "java/lang/reflect/Method", "java/security/MessageDigest", "java/util/Calendar",
	} {
		text, err := classfile.Source(image.Class, name)
		if err != nil || text == "" {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, errs := java.Parse(name+".java", text); len(errs) > 0 {
			t.Errorf("%s: %v", name, errs)
		}
	}
}

func jdk(t *testing.T) *classfile.Image {
	t.Helper()
	path, err := filepath.EvalSymlinks(require.Tool(t, "javac"))
	if err != nil {
		t.Fatal(err)
	}
	image, err := classfile.OpenJDK(filepath.Dir(filepath.Dir(path)))
	if err != nil {
		t.Fatal(err)
	}
	return image
}

package java.util;

public class Stack<E> extends Vector<E> {
    public Stack() {
    }

    public E push(E item) {
        add(item);
        return item;
    }

    public E pop() {
        E top = peek();
        removeElementAt(elementCount - 1);
        return top;
    }

    @SuppressWarnings("unchecked")
    public E peek() {
        if (elementCount == 0) {
            throw new EmptyStackException();
        }
        return (E) elementData[elementCount - 1];
    }

    public boolean empty() {
        return elementCount == 0;
    }

    public int search(Object o) {
        int i = lastIndexOf(o);
        return i >= 0 ? elementCount - i : -1;
    }
}

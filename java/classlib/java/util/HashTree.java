package java.util;

/**
 * The work on a crowded bin of a HashMap, whose nodes form a red-black tree by hash and key besides their chain.
 * The chain is what is searched and iterated here; the tree matters because its root is moved to the chain's front
 * and because a new node follows its parent in the chain.
 */
final class HashTree<K, V> {
    static final class TreeNode<K, V> extends HashMap.Node<K, V> {
        TreeNode<K, V> parent;
        TreeNode<K, V> left;
        TreeNode<K, V> right;
        TreeNode<K, V> prev;
        boolean red;

        TreeNode(int hash, K key, V value, HashMap.Node<K, V> next) {
            super(hash, key, value, next);
        }
    }

    private final HashMap.Node<K, V>[] tab;
    private TreeNode<K, V> root;

    private HashTree(HashMap.Node<K, V>[] tab) {
        this.tab = tab;
    }

    static boolean isTree(HashMap.Node<?, ?> first) {
        return first instanceof TreeNode;
    }

    private static <K, V> TreeNode<K, V> after(TreeNode<K, V> x) {
        return (TreeNode<K, V>) x.next;
    }

    /** Makes a tree of the chain in a bin. */
    static <K, V> void treeify(HashMap.Node<K, V>[] tab, int index) {
        TreeNode<K, V> head = null;
        TreeNode<K, V> tail = null;
        for (HashMap.Node<K, V> e = tab[index]; e != null; e = e.next) {
            TreeNode<K, V> t = new TreeNode<K, V>(e.hash, e.key, e.value, null);
            t.prev = tail;
            if (tail == null) {
                head = t;
            } else {
                tail.next = t;
            }
            tail = t;
        }
        tab[index] = head;
        new HashTree<K, V>(tab).build(head);
    }

    private void build(TreeNode<K, V> head) {
        for (TreeNode<K, V> x = head; x != null; x = after(x)) {
            x.left = null;
            x.right = null;
            if (root == null) {
                x.parent = null;
                x.red = false;
                root = x;
            } else {
                TreeNode<K, V> p = place(x.hash, x.key);
                hang(x, p, order(x.hash, x.key, p));
            }
        }
        rootToFront();
    }

    /** The leaf-side node that a new key hangs on. */
    private TreeNode<K, V> place(int hash, Object key) {
        TreeNode<K, V> p = root;
        while (true) {
            TreeNode<K, V> below = order(hash, key, p) <= 0 ? p.left : p.right;
            if (below == null) {
                return p;
            }
            p = below;
        }
    }

    @SuppressWarnings("unchecked")
    private static int order(int hash, Object k, TreeNode<?, ?> p) {
        if (hash != p.hash) {
            return hash < p.hash ? -1 : 1;
        }
        Object q = p.key;
        if (k instanceof Comparable && q != null && q.getClass() == k.getClass()) {
            int c = ((Comparable<Object>) k).compareTo(q);
            if (c != 0) {
                return c;
            }
        }
        int names = k == null || q == null ? 0 : k.getClass().getName().compareTo(q.getClass().getName());
        if (names != 0) {
            return names;
        }
        return System.identityHashCode(k) <= System.identityHashCode(q) ? -1 : 1;
    }

    private void hang(TreeNode<K, V> x, TreeNode<K, V> p, int turn) {
        x.parent = p;
        if (turn <= 0) {
            p.left = x;
        } else {
            p.right = x;
        }
        balanceInsertion(x);
    }

    private void rootToFront() {
        int i = (tab.length - 1) & root.hash;
        TreeNode<K, V> first = (TreeNode<K, V>) tab[i];
        if (root != first) {
            TreeNode<K, V> next = after(root);
            if (next != null) {
                next.prev = root.prev;
            }
            if (root.prev != null) {
                root.prev.next = next;
            }
            first.prev = root;
            root.next = first;
            root.prev = null;
            tab[i] = root;
        }
    }

    private void findRoot(TreeNode<K, V> x) {
        while (x.parent != null) {
            x = x.parent;
        }
        root = x;
    }

    /** Adds a key that is not there. */
    static <K, V> void insert(HashMap.Node<K, V>[] tab, HashMap.Node<K, V> first, int hash, K key, V value) {
        HashTree<K, V> t = new HashTree<K, V>(tab);
        t.findRoot((TreeNode<K, V>) first);
        TreeNode<K, V> p = t.place(hash, key);
        TreeNode<K, V> next = after(p);
        TreeNode<K, V> x = new TreeNode<K, V>(hash, key, value, next);
        p.next = x;
        x.prev = p;
        if (next != null) {
            next.prev = x;
        }
        t.hang(x, p, order(hash, key, p));
        t.rootToFront();
    }

    private static <K, V> HashMap.Node<K, V> untreeify(TreeNode<K, V> first) {
        HashMap.Node<K, V> head = null;
        HashMap.Node<K, V> tail = null;
        for (HashMap.Node<K, V> q = first; q != null; q = q.next) {
            HashMap.Node<K, V> p = new HashMap.Node<K, V>(q.hash, q.key, q.value, null);
            if (tail == null) {
                head = p;
            } else {
                tail.next = p;
            }
            tail = p;
        }
        return head;
    }

    /** Divides a bin between its two places in a table of twice the size. */
    static <K, V> void split(HashMap.Node<K, V>[] tab, HashMap.Node<K, V> bin, int index, int bit) {
        TreeNode<K, V> lo = null;
        TreeNode<K, V> loTail = null;
        TreeNode<K, V> hi = null;
        TreeNode<K, V> hiTail = null;
        int los = 0;
        int his = 0;
        TreeNode<K, V> next;
        for (TreeNode<K, V> e = (TreeNode<K, V>) bin; e != null; e = next) {
            next = after(e);
            e.next = null;
            if ((e.hash & bit) == 0) {
                e.prev = loTail;
                if (loTail == null) {
                    lo = e;
                } else {
                    loTail.next = e;
                }
                loTail = e;
                los++;
            } else {
                e.prev = hiTail;
                if (hiTail == null) {
                    hi = e;
                } else {
                    hiTail.next = e;
                }
                hiTail = e;
                his++;
            }
        }
        half(tab, lo, los, index, hi != null);
        half(tab, hi, his, index + bit, lo != null);
    }

    private static <K, V> void half(HashMap.Node<K, V>[] tab, TreeNode<K, V> head, int n, int index, boolean divided) {
        if (head == null) {
            return;
        }
        if (n <= 6) {
            tab[index] = untreeify(head);
            return;
        }
        tab[index] = head;
        if (divided) {
            new HashTree<K, V>(tab).build(head);
        }
    }

    /** Removes a node; unless an iterator is at work the bin may become a chain again, or get a new front. */
    static <K, V> void remove(HashMap.Node<K, V>[] tab, HashMap.Node<K, V> node, boolean movable) {
        TreeNode<K, V> p = (TreeNode<K, V>) node;
        int i = (tab.length - 1) & p.hash;
        HashTree<K, V> t = new HashTree<K, V>(tab);
        t.findRoot((TreeNode<K, V>) tab[i]);
        TreeNode<K, V> next = after(p);
        if (p.prev == null) {
            tab[i] = next;
        } else {
            p.prev.next = next;
        }
        if (next != null) {
            next.prev = p.prev;
        }
        if (tab[i] == null) {
            return;
        }
        TreeNode<K, V> r = t.root;
        if (movable && (r.right == null || r.left == null || r.left.left == null)) {
            tab[i] = untreeify((TreeNode<K, V>) tab[i]);
            return;
        }
        t.delete(p);
        if (movable) {
            t.rootToFront();
        }
    }

    private void delete(TreeNode<K, V> p) {
        if (p.left != null && p.right != null) {
            TreeNode<K, V> s = p.right;
            while (s.left != null) {
                s = s.left;
            }
            exchange(p, s);
        }
        TreeNode<K, V> child = p.left != null ? p.left : p.right;
        if (child != null) {
            replaceChild(p, child);
            if (!p.red) {
                balanceDeletion(child);
            }
        } else {
            if (!p.red) {
                balanceDeletion(p);
            }
            replaceChild(p, null);
        }
        p.parent = null;
        p.left = null;
        p.right = null;
    }

    /** Lets p and its successor s, the leftmost node to the right of p, change places and colours. */
    private void exchange(TreeNode<K, V> p, TreeNode<K, V> s) {
        boolean red = s.red;
        s.red = p.red;
        p.red = red;
        TreeNode<K, V> above = s.parent;
        TreeNode<K, V> below = s.right;
        replaceChild(p, s);
        s.left = p.left;
        s.left.parent = s;
        if (above == p) {
            s.right = p;
            p.parent = s;
        } else {
            s.right = p.right;
            s.right.parent = s;
            above.left = p;
            p.parent = above;
        }
        p.left = null;
        p.right = below;
        if (below != null) {
            below.parent = p;
        }
    }

    private void replaceChild(TreeNode<K, V> p, TreeNode<K, V> q) {
        TreeNode<K, V> up = p.parent;
        if (q != null) {
            q.parent = up;
        }
        if (up == null) {
            root = q;
        } else if (up.left == p) {
            up.left = q;
        } else {
            up.right = q;
        }
    }

    private void rotateLeft(TreeNode<K, V> p) {
        TreeNode<K, V> r = p.right;
        p.right = r.left;
        if (r.left != null) {
            r.left.parent = p;
        }
        replaceChild(p, r);
        r.left = p;
        p.parent = r;
    }

    private void rotateRight(TreeNode<K, V> p) {
        TreeNode<K, V> l = p.left;
        p.left = l.right;
        if (l.right != null) {
            l.right.parent = p;
        }
        replaceChild(p, l);
        l.right = p;
        p.parent = l;
    }

    private static boolean isRed(TreeNode<?, ?> x) {
        return x != null && x.red;
    }

    private void balanceInsertion(TreeNode<K, V> x) {
        x.red = true;
        while (x != root && x.parent.red) {
            TreeNode<K, V> p = x.parent;
            TreeNode<K, V> g = p.parent;
            boolean onLeft = p == g.left;
            TreeNode<K, V> uncle = onLeft ? g.right : g.left;
            if (isRed(uncle)) {
                p.red = false;
                uncle.red = false;
                g.red = true;
                x = g;
                continue;
            }
            if (onLeft) {
                if (x == p.right) {
                    x = p;
                    rotateLeft(x);
                }
                x.parent.red = false;
                g.red = true;
                rotateRight(g);
            } else {
                if (x == p.left) {
                    x = p;
                    rotateRight(x);
                }
                x.parent.red = false;
                g.red = true;
                rotateLeft(g);
            }
        }
        root.red = false;
    }

    private void balanceDeletion(TreeNode<K, V> x) {
        while (x != root && !x.red) {
            TreeNode<K, V> p = x.parent;
            boolean onLeft = x == p.left;
            TreeNode<K, V> sib = onLeft ? p.right : p.left;
            if (isRed(sib)) {
                sib.red = false;
                p.red = true;
                if (onLeft) {
                    rotateLeft(p);
                    sib = p.right;
                } else {
                    rotateRight(p);
                    sib = p.left;
                }
            }
            if (!isRed(sib.left) && !isRed(sib.right)) {
                sib.red = true;
                x = p;
                continue;
            }
            if (onLeft) {
                if (!isRed(sib.right)) {
                    sib.left.red = false;
                    sib.red = true;
                    rotateRight(sib);
                    sib = p.right;
                }
                sib.red = p.red;
                p.red = false;
                sib.right.red = false;
                rotateLeft(p);
            } else {
                if (!isRed(sib.left)) {
                    sib.right.red = false;
                    sib.red = true;
                    rotateLeft(sib);
                    sib = p.left;
                }
                sib.red = p.red;
                p.red = false;
                sib.left.red = false;
                rotateRight(p);
            }
            x = root;
        }
        x.red = false;
    }
}

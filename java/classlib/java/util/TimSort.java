package java.util;

/**
 * A stable merge sort of natural runs with galloping, after Tim Peters' description. The sequence of comparisons
 * is that of the reference implementation, which shows when a comparator is not an order or has effects.
 */
final class TimSort {
    private final Object[] a;
    private final Comparator<Object> cmp;
    private int minGallop = 7;
    private int runs = 0;
    private final int[] runBase = new int[49];
    private final int[] runLen = new int[49];

    private TimSort(Object[] a, Comparator<Object> cmp) {
        this.a = a;
        this.cmp = cmp;
    }

    static void sort(Object[] a, int lo, int hi, Comparator<Object> cmp) {
        int left = hi - lo;
        if (left < 2 || (cmp == null && Arrays.sortAlike(a, lo, hi))) {
            return;
        }
        TimSort s = new TimSort(a, cmp);
        if (left < 32) {
            s.insert(lo, hi, lo + s.run(lo, hi));
            return;
        }
        int low = 0;
        int n = left;
        while (n >= 32) {
            low |= n & 1;
            n >>= 1;
        }
        int minRun = n + low;
        while (left != 0) {
            int len = s.run(lo, hi);
            if (len < minRun) {
                int force = Math.min(left, minRun);
                s.insert(lo, lo + force, lo + len);
                len = force;
            }
            s.runBase[s.runs] = lo;
            s.runLen[s.runs++] = len;
            s.collapse();
            lo += len;
            left -= len;
        }
        while (s.runs > 1) {
            int k = s.runs - 2;
            if (k > 0 && s.runLen[k - 1] < s.runLen[k + 1]) {
                k--;
            }
            s.mergeAt(k);
        }
    }

    @SuppressWarnings("unchecked")
    private int compare(Object x, Object y) {
        return cmp == null ? ((Comparable<Object>) x).compareTo(y) : cmp.compare(x, y);
    }

    /** Sorts a[lo, hi) by binary insertion; a[lo, start) is sorted already. */
    @SuppressWarnings("unchecked")
    private void insert(int lo, int hi, int start) {
        Object[] a = this.a;
        Comparator<Object> cmp = this.cmp;
        if (start == lo) {
            start++;
        }
        for (; start < hi; start++) {
            Object pivot = a[start];
            int left = lo;
            int right = start;
            while (left < right) {
                int mid = (left + right) >>> 1;
                int c = cmp == null ? ((Comparable<Object>) pivot).compareTo(a[mid]) : cmp.compare(pivot, a[mid]);
                if (c < 0) {
                    right = mid;
                } else {
                    left = mid + 1;
                }
            }
            System.arraycopy(a, left, a, left + 1, start - left);
            a[left] = pivot;
        }
    }

    /** The length of the run at lo, which is reversed if it falls. */
    @SuppressWarnings("unchecked")
    private int run(int lo, int hi) {
        int runHi = lo + 1;
        if (runHi == hi) {
            return 1;
        }
        Object[] a = this.a;
        Comparator<Object> cmp = this.cmp;
        boolean falls = false;
        for (; runHi < hi; runHi++) {
            int c = cmp == null ? ((Comparable<Object>) a[runHi]).compareTo(a[runHi - 1])
                    : cmp.compare(a[runHi], a[runHi - 1]);
            if (runHi == lo + 1) {
                falls = c < 0;
            } else if (c < 0 != falls) {
                break;
            }
        }
        if (falls) {
            for (int i = lo, j = runHi - 1; i < j; i++, j--) {
                Object t = a[i];
                a[i] = a[j];
                a[j] = t;
            }
        }
        return runHi - lo;
    }

    private void collapse() {
        while (runs > 1) {
            int n = runs - 2;
            if ((n > 0 && runLen[n - 1] <= runLen[n] + runLen[n + 1])
                    || (n > 1 && runLen[n - 2] <= runLen[n] + runLen[n - 1])) {
                if (runLen[n - 1] < runLen[n + 1]) {
                    n--;
                }
            } else if (runLen[n] > runLen[n + 1]) {
                break;
            }
            mergeAt(n);
        }
    }

    private void mergeAt(int i) {
        int base1 = runBase[i];
        int len1 = runLen[i];
        int base2 = runBase[i + 1];
        int len2 = runLen[i + 1];
        runLen[i] = len1 + len2;
        if (i == runs - 3) {
            runBase[i + 1] = runBase[i + 2];
            runLen[i + 1] = runLen[i + 2];
        }
        runs--;
        int k = gallopRight(a[base2], a, base1, len1, 0);
        base1 += k;
        len1 -= k;
        if (len1 == 0) {
            return;
        }
        len2 = gallopLeft(a[base1 + len1 - 1], a, base2, len2, len2 - 1);
        if (len2 == 0) {
            return;
        }
        if (len1 <= len2) {
            mergeLo(base1, len1, base2, len2);
        } else {
            mergeHi(base1, len1, base2, len2);
        }
    }

    /** How many of a[base, base+len) are below key, searching outwards from hint. */
    private int gallopLeft(Object key, Object[] a, int base, int len, int hint) {
        int last = 0;
        int ofs = 1;
        if (compare(key, a[base + hint]) > 0) {
            int max = len - hint;
            while (ofs < max && compare(key, a[base + hint + ofs]) > 0) {
                last = ofs;
                ofs = (ofs << 1) + 1;
            }
            if (ofs > max) {
                ofs = max;
            }
            last += hint;
            ofs += hint;
        } else {
            int max = hint + 1;
            while (ofs < max && compare(key, a[base + hint - ofs]) <= 0) {
                last = ofs;
                ofs = (ofs << 1) + 1;
            }
            if (ofs > max) {
                ofs = max;
            }
            int t = last;
            last = hint - ofs;
            ofs = hint - t;
        }
        last++;
        while (last < ofs) {
            int m = last + ((ofs - last) >>> 1);
            if (compare(key, a[base + m]) > 0) {
                last = m + 1;
            } else {
                ofs = m;
            }
        }
        return ofs;
    }

    /** How many of a[base, base+len) are not above key, searching outwards from hint. */
    private int gallopRight(Object key, Object[] a, int base, int len, int hint) {
        int last = 0;
        int ofs = 1;
        if (compare(key, a[base + hint]) < 0) {
            int max = hint + 1;
            while (ofs < max && compare(key, a[base + hint - ofs]) < 0) {
                last = ofs;
                ofs = (ofs << 1) + 1;
            }
            if (ofs > max) {
                ofs = max;
            }
            int t = last;
            last = hint - ofs;
            ofs = hint - t;
        } else {
            int max = len - hint;
            while (ofs < max && compare(key, a[base + hint + ofs]) >= 0) {
                last = ofs;
                ofs = (ofs << 1) + 1;
            }
            if (ofs > max) {
                ofs = max;
            }
            last += hint;
            ofs += hint;
        }
        last++;
        while (last < ofs) {
            int m = last + ((ofs - last) >>> 1);
            if (compare(key, a[base + m]) < 0) {
                ofs = m;
            } else {
                last = m + 1;
            }
        }
        return ofs;
    }

    private static IllegalArgumentException notAnOrder() {
        return new IllegalArgumentException("Comparison method violates its general contract!");
    }

    /** Merges forwards; the left run, which is the shorter one, waits in a copy. */
    private void mergeLo(int base1, int len1, int base2, int len2) {
        Object[] a = this.a;
        Object[] tmp = new Object[len1];
        System.arraycopy(a, base1, tmp, 0, len1);
        int c1 = 0;
        int c2 = base2;
        int dest = base1;
        a[dest++] = a[c2++];
        len2--;
        int gallop = minGallop;
        merge:
        while (len1 > 1 && len2 > 0) {
            int n1 = 0;
            int n2 = 0;
            do {
                if (compare(a[c2], tmp[c1]) < 0) {
                    a[dest++] = a[c2++];
                    n2++;
                    n1 = 0;
                    if (--len2 == 0) {
                        break merge;
                    }
                } else {
                    a[dest++] = tmp[c1++];
                    n1++;
                    n2 = 0;
                    if (--len1 == 1) {
                        break merge;
                    }
                }
            } while ((n1 | n2) < gallop);
            do {
                n1 = gallopRight(a[c2], tmp, c1, len1, 0);
                if (n1 != 0) {
                    System.arraycopy(tmp, c1, a, dest, n1);
                    dest += n1;
                    c1 += n1;
                    len1 -= n1;
                    if (len1 <= 1) {
                        break merge;
                    }
                }
                a[dest++] = a[c2++];
                if (--len2 == 0) {
                    break merge;
                }
                n2 = gallopLeft(tmp[c1], a, c2, len2, 0);
                if (n2 != 0) {
                    System.arraycopy(a, c2, a, dest, n2);
                    dest += n2;
                    c2 += n2;
                    len2 -= n2;
                    if (len2 == 0) {
                        break merge;
                    }
                }
                a[dest++] = tmp[c1++];
                if (--len1 == 1) {
                    break merge;
                }
                gallop--;
            } while (n1 >= 7 || n2 >= 7);
            if (gallop < 0) {
                gallop = 0;
            }
            gallop += 2;
        }
        minGallop = gallop < 1 ? 1 : gallop;
        if (len1 == 0) {
            throw notAnOrder();
        }
        if (len1 == 1) {
            System.arraycopy(a, c2, a, dest, len2);
            a[dest + len2] = tmp[c1];
        } else {
            System.arraycopy(tmp, c1, a, dest, len1);
        }
    }

    /** Merges backwards; the right run, which is the shorter one, waits in a copy. */
    private void mergeHi(int base1, int len1, int base2, int len2) {
        Object[] a = this.a;
        Object[] tmp = new Object[len2];
        System.arraycopy(a, base2, tmp, 0, len2);
        int c1 = base1 + len1 - 1;
        int c2 = len2 - 1;
        int dest = base2 + len2 - 1;
        a[dest--] = a[c1--];
        len1--;
        int gallop = minGallop;
        merge:
        while (len1 > 0 && len2 > 1) {
            int n1 = 0;
            int n2 = 0;
            do {
                if (compare(tmp[c2], a[c1]) < 0) {
                    a[dest--] = a[c1--];
                    n1++;
                    n2 = 0;
                    if (--len1 == 0) {
                        break merge;
                    }
                } else {
                    a[dest--] = tmp[c2--];
                    n2++;
                    n1 = 0;
                    if (--len2 == 1) {
                        break merge;
                    }
                }
            } while ((n1 | n2) < gallop);
            do {
                n1 = len1 - gallopRight(tmp[c2], a, base1, len1, len1 - 1);
                if (n1 != 0) {
                    dest -= n1;
                    c1 -= n1;
                    len1 -= n1;
                    System.arraycopy(a, c1 + 1, a, dest + 1, n1);
                    if (len1 == 0) {
                        break merge;
                    }
                }
                a[dest--] = tmp[c2--];
                if (--len2 == 1) {
                    break merge;
                }
                n2 = len2 - gallopLeft(a[c1], tmp, 0, len2, len2 - 1);
                if (n2 != 0) {
                    dest -= n2;
                    c2 -= n2;
                    len2 -= n2;
                    System.arraycopy(tmp, c2 + 1, a, dest + 1, n2);
                    if (len2 <= 1) {
                        break merge;
                    }
                }
                a[dest--] = a[c1--];
                if (--len1 == 0) {
                    break merge;
                }
                gallop--;
            } while (n1 >= 7 || n2 >= 7);
            if (gallop < 0) {
                gallop = 0;
            }
            gallop += 2;
        }
        minGallop = gallop < 1 ? 1 : gallop;
        if (len2 == 0) {
            throw notAnOrder();
        }
        if (len2 == 1) {
            dest -= len1;
            c1 -= len1;
            System.arraycopy(a, c1 + 1, a, dest + 1, len1);
            a[dest] = tmp[c2];
        } else {
            System.arraycopy(tmp, 0, a, dest - (len2 - 1), len2);
        }
    }
}

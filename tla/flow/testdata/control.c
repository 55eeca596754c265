#include <stdatomic.h>
#define TWICE(x) do { x; \
    x; } while (0)

struct lock { atomic_int word; };
enum { FREE, HELD };
static const int table[] = { 1, 2 };
int declared(void);

static int early(struct lock *l, int n)
{
    if (n < 0)
        return -1;
    else if (n > 1 && atomic_load(&l->word) == HELD) {
        n++;
    } else
        n--;
    return n;
}

__attribute__((noinline)) void loops(struct list *all)
{
    for (int i = 0; i < 3; i++) {
        while (i > 1) {
            if (i == 2) break;
            if (i == 3) { continue; }
            i--;
        }
    }
    do {
        spin();
    } while (atomic_exchange(&word, 1) != 0);
    list_for_each_entry(p, all, node) {
        visit(p);
    }
    for (;;)
        ;
}

int switches(int n)
{
    switch (n) {
    case 'a': case 2:
        n = 3;
    case 3:
        n = 4;
        break;
    default:
        return 5;
    }
    switch (n) { case 9: n = 1; }
    struct point p = { .x = 1, .y = n ? 2 : 3 };
    return p.x;
}

int jumps(struct file *f)
{
    pthread_mutex_lock(&f->mu);
    if (!f->open)
        goto out;
#ifdef FAST
    fast(f);
#else
    slow(f); {
#endif
    write_all(f);
out:
    pthread_mutex_unlock(&f->mu);
    return 0;
}

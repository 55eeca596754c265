namespace box {
template <typename T> class Queue : public Base {
public:
    Queue(int n) : Base(n), size{n}, items() { reserve(n); }
    void push(T v) {
        std::lock_guard<std::mutex> guard(mu);
        for (auto &x : items)
            if (x == v) throw std::runtime_error("twice");
        items.push_back(v);
        ready.notify_one();
    }
    int size;
};
}

int box::run(Queue<int> &q) {
    try {
        q.push(1);
        throw Odd();
    } catch (const std::exception &e) {
        return 1;
    } catch (...) {
        log("odd");
    }
    std::thread t([&](int n) { q.push(n); }, 3);
    t.join();
    return 0;
}

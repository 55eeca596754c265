package org.apache.zookeeper.server.quorum;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.zookeeper.server.quorum.QuorumPeer.QuorumServer;

/** Runs elections among three servers and writes what they logged: Collect FOLDER [RUNS]. */
public final class Collect {
    private static final int SERVERS = 3;

    /** What happens once the servers have been started. */
    private enum Plot {
        TOGETHER, // no more
        LATE, // the last one is started when the others have a leader
        LEADER_GONE, // the leader stops, and the others elect another
        LEADER_BACK, // and it starts again when they have
        LEADER_RESTARTS // it starts again while they look
    }

    /** A run: the share of messages lost, what is on the disks (epoch and zxid), and what happens. */
    private record Run(double loss, long[][] disks, Plot plot) {}

    private static final List<Run> RUNS = List.of(
        new Run(0, new long[][] {{1, 0}, {1, 0}, {1, 0}}, Plot.TOGETHER),
        new Run(0, new long[][] {{1, 5}, {2, 3}, {1, 9}}, Plot.LEADER_RESTARTS),
        new Run(0, new long[][] {{1, 2}, {1, 4}, {1, 7}}, Plot.LATE),
        new Run(0, new long[][] {{1, 1}, {1, 6}, {1, 6}}, Plot.LEADER_GONE),
        new Run(0.2, new long[][] {{1, 3}, {1, 3}, {1, 2}}, Plot.TOGETHER),
        new Run(0.1, new long[][] {{2, 4}, {1, 8}, {2, 1}}, Plot.LEADER_BACK));

    private final Random random;
    private final Log log = new Log();
    private final Map<Long, Server> up = new HashMap<>();
    private final Map<Long, QuorumServer> all = new HashMap<>();
    private final Run run;
    private final File dir;

    private Collect(Run run, Random random) throws IOException {
        this.run = run;
        this.random = random;
        dir = Files.createTempDirectory("election").toFile();
        List<ServerSocket> held = new ArrayList<>();
        for (long id = 1; id <= SERVERS; id++) {
            InetSocketAddress[] address = new InetSocketAddress[2];
            for (int i = 0; i < 2; i++) {
                ServerSocket s = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                held.add(s);
                address[i] = new InetSocketAddress(InetAddress.getLoopbackAddress(), s.getLocalPort());
            }
            all.put(id, new QuorumServer(id, address[0], address[1]));
        }
        for (ServerSocket s : held) {
            s.close();
        }
    }

    private void start(long id) throws IOException {
        long[] disk = run.disks()[(int) id - 1];
        Server s = new Server(id, new Server.History(disk[0], disk[1]), all, dir, log, random, run.loss());
        up.put(id, s);
        s.start();
    }

    private void pause(int atMost) throws InterruptedException {
        Thread.sleep(random.nextInt(atMost));
    }

    /** Waits until all that are up have found a leader; those who follow none that leads look again. */
    private void settle() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            for (Server s : up.values()) {
                if (!s.await()) {
                    throw new IllegalStateException(run.plot() + ": server " + s.id + " finds no leader");
                }
            }
            List<Server> lost = up.values().stream()
                .filter(s -> !up.containsKey(s.leader()) || up.get(s.leader()).leader() != s.leader()).toList();
            if (lost.isEmpty()) {
                return;
            }
            lost.forEach(Server::leave);
        }
        throw new IllegalStateException(run.plot() + ": the servers don't agree");
    }

    /** The leader stops, and the others notice it after a while. */
    private void loseLeader() throws IOException, InterruptedException {
        long leader = up.values().iterator().next().leader();
        up.remove(leader).stop();
        List<Server> others = List.copyOf(up.values());
        if (run.plot() == Plot.LEADER_RESTARTS) {
            others.forEach(Server::leave);
            start(leader);
            settle();
            return;
        }
        for (Server s : others) {
            pause(150);
            s.leave();
        }
        settle();
        if (run.plot() == Plot.LEADER_BACK) {
            start(leader);
            settle();
        }
    }

    private void go() throws IOException, InterruptedException {
        List<Long> order = new ArrayList<>(all.keySet());
        if (run.plot() != Plot.LATE) {
            Collections.shuffle(order, random);
        }
        for (long id : order) {
            if (run.plot() == Plot.LATE && up.size() == SERVERS - 1) {
                settle();
            }
            start(id);
            pause(120);
        }
        settle();
        if (run.plot().compareTo(Plot.LEADER_GONE) >= 0) {
            loseLeader();
        }
        up.values().forEach(Server::stop);
        try (Stream<Path> files = Files.walk(dir.toPath())) { // the disks, which hold nothing
            files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 1) {
            System.err.println("usage: Collect FOLDER [RUNS]");
            System.exit(2);
        }
        System.setProperty(FastLeaderElection.MIN_NOTIFICATION_INTERVAL, "150"); // other than finalizeWait, which tells them apart
        System.setProperty("zookeeper.admin.enableServer", "false");
        Path dir = Files.createDirectories(Path.of(args[0]));
        int runs = args.length > 1 ? Integer.parseInt(args[1]) : RUNS.size();
        for (int i = 0; i < runs; i++) {
            Collect c = new Collect(RUNS.get(i % RUNS.size()), new Random());
            c.go();
            c.log.save(dir.resolve("trace-%02d.ndjson".formatted(i + 1)));
        }
        System.exit(0); // connections that wait for others to end keep the machine up
    }
}

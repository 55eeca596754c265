package org.apache.zookeeper.server.quorum;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.zookeeper.server.quorum.QuorumPeer.QuorumServer;
import org.apache.zookeeper.server.quorum.QuorumPeer.ServerState;
import org.apache.zookeeper.server.quorum.flexible.QuorumMaj;

/**
 * A server that elects a leader with the library's own classes and logs its steps.
 *
 * <p>Two threads of a server work on an election: the one inside lookForLeader, and the receiver,
 * which answers. A step is what one of them does from the return of one wait for a message to the
 * next wait. They take their steps under one lock, and messages leave when the step is over. The
 * step is written into the log in between: after all that it changed, and before anybody can see
 * it. So the order of the log is the order in which things happened.
 */
final class Server {
    /** What a log says of a notification. */
    record Note(long from, long to, long leader, long zxid, long epoch, long round, ServerState state) {
        @Override
        public String toString() {
            return "{\"from\":%d,\"to\":%d,\"leader\":%d,\"zxid\":%d,\"epoch\":%d,\"round\":%d,\"state\":\"%s\"}"
                .formatted(from, to, leader, zxid, epoch, round, state);
        }
    }

    /** What the last transaction on a server's disk is, which its vote is compared by. */
    record History(long epoch, long zxid) {}

    /** A step that is not over. */
    private static final class Step {
        String event;
        Note got;
        boolean voted; // the vote was replaced
        Set<Long> support; // who was found to vote as this server does
        final List<FastLeaderElection.ToSend> sent = new ArrayList<>();
    }

    final long id;
    private final History history;
    private final Log log;
    private final Random random;
    private final double loss; // share of the messages from others that the network loses
    private final ReentrantLock turn = new ReentrantLock();
    private Step step; // of the thread that has the turn
    private volatile boolean down;
    private Thread thread;

    private final Peer peer;
    private final Manager manager;
    private final Election election;

    Server(long id, History history, Map<Long, QuorumServer> all, File dir, Log log, Random random, double loss) throws IOException {
        this.id = id;
        this.history = history;
        this.log = log;
        this.random = random;
        this.loss = loss;
        peer = new Peer(all, dir);
        peer.setCurrentVote(new Vote(id, history.zxid(), history.epoch()));
        manager = new Manager();
        election = new Election();
    }

    /** Starts the server: it hears of others from now on, and looks for a leader. */
    void start() {
        begin("Start", null);
        manager.listener.start();
        election.start();
        end(false);
        look();
    }

    /** Looks for a leader until there is one. */
    private void look() {
        thread = new Thread(() -> {
            try {
                begin("Look", null);
                Vote found = election.lookForLeader();
                if (found != null) {
                    peer.setCurrentVote(found); // as QuorumPeer does: others are told of it from now on
                }
                end(false);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "look-" + id);
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until the server has found a leader; false when it takes too long. */
    boolean await() throws InterruptedException {
        thread.join(60_000);
        return !thread.isAlive();
    }

    /** The leader that the server has found. */
    long leader() {
        return peer.getCurrentVote().getId();
    }

    /** The server has lost its leader, or its followers, and looks again. */
    void leave() {
        begin("Leave", null);
        peer.setPeerState(ServerState.LOOKING);
        end(false);
        look();
    }

    /** The server stops, and with it everything that it has not on its disk is gone. */
    void stop() {
        turn.lock();
        try {
            begin("Stop", null);
            end(false);
            down = true; // before anybody else has the turn
        } finally {
            turn.unlock();
        }
        election.shutdown();
    }

    /** A thread has something to do: it gets the turn. */
    private void begin(String event, Note got) {
        turn.lock();
        step = new Step();
        step.event = event;
        step.got = got;
    }

    /** The step of this thread, if there is one, is over. */
    private void end(boolean deciding) {
        if (!turn.isHeldByCurrentThread()) {
            return;
        }
        Step done = step;
        step = null;
        if (!down) {
            List<Note> sent = done.sent.stream()
                .map(m -> new Note(id, m.sid, m.leader, m.zxid, m.peerEpoch, m.electionEpoch, m.state)).toList();
            log.write(line(done, sent, deciding));
            done.sent.forEach(election.out::leave);
        }
        turn.unlock();
    }

    private String line(Step done, List<Note> sent, boolean deciding) {
        StringBuilder b = new StringBuilder("\"server\":%d,\"event\":\"%s\"".formatted(id, done.event));
        ServerState state = peer.getPeerState();
        switch (done.event) {
            case "Stop" -> {
                return b.toString();
            }
            case "Start" -> b.append(",\"history\":{\"epoch\":%d,\"zxid\":%d}".formatted(history.epoch(), history.zxid()));
            default -> {}
        }
        b.append(",\"state\":\"%s\",\"round\":%d".formatted(state, election.getLogicalClock()));
        if (done.got != null) {
            b.append(",\"got\":").append(done.got);
        }
        if (!done.event.equals("Start")) {
            Vote v = election.getVote();
            b.append(",\"vote\":{\"leader\":%d,\"zxid\":%d,\"epoch\":%d}".formatted(v.getId(), v.getZxid(), v.getPeerEpoch()));
        }
        if (done.support != null) {
            b.append(",\"support\":").append(new TreeSet<>(done.support)).append(",\"deciding\":").append(deciding);
        }
        if (state != ServerState.LOOKING) {
            Vote v = peer.getCurrentVote();
            b.append(",\"found\":{\"leader\":%d,\"zxid\":%d,\"epoch\":%d,\"round\":%d}"
                .formatted(v.getId(), v.getZxid(), v.getPeerEpoch(), v.getElectionEpoch()));
        }
        return b.append(",\"sent\":").append(sent).toString();
    }

    /** A peer whose disk holds what the run gave it. */
    private final class Peer extends QuorumPeer {
        Peer(Map<Long, QuorumServer> all, File dir) throws IOException {
            super(all, dir, dir, 3, Server.this.id, 1000, 2, 2, 2, false, null, new QuorumMaj(all));
        }

        @Override
        public long getLastLoggedZxid() {
            return history.zxid();
        }

        @Override
        public long getCurrentEpoch() {
            return history.epoch();
        }
    }

    /** The connections to the other servers. Some messages are lost on the way. */
    private final class Manager extends QuorumCnxManager {
        Manager() {
            super(peer, id, peer.getView(), peer.authServer, peer.authLearner, 2000, false, 20, false);
        }

        @Override
        public Message pollRecvQueue(long timeout, TimeUnit unit) throws InterruptedException {
            end(false);
            Message m = down ? null : super.pollRecvQueue(timeout, unit);
            if (m == null || down || m.sid != id && random.nextDouble() < loss) {
                return null;
            }
            ByteBuffer b = m.buffer.duplicate();
            b.clear();
            ServerState state = ServerState.values()[b.getInt()];
            long leader = b.getLong(), zxid = b.getLong(), round = b.getLong(), epoch = b.getLong();
            begin("Receive", new Note(m.sid, id, leader, zxid, epoch, round, state));
            return m;
        }
    }

    /** The library's election, with queues that tell what it does with them. */
    @SuppressWarnings("serial")
    private final class Election extends FastLeaderElection {
        final Out out = new Out();

        Election() {
            super(Server.this.peer, Server.this.manager);
            sendqueue = out;
            recvqueue = new In();
        }

        @Override
        synchronized void updateProposal(long leader, long zxid, long epoch) {
            super.updateProposal(leader, zxid, epoch);
            step.voted = true;
        }

        @Override
        protected SyncedLearnerTracker getVoteTracker(Map<Long, Vote> votes, Vote vote) {
            SyncedLearnerTracker t = super.getVoteTracker(votes, vote);
            step.support = new HashSet<>(t.qvAcksetPairs.get(0).getAckset());
            return t;
        }

        /** Messages to be sent: they leave when the step is over. */
        final class Out extends LinkedBlockingQueue<ToSend> {
            @Override
            public boolean offer(ToSend m) {
                return step.sent.add(m);
            }

            void leave(ToSend m) {
                super.offer(m);
            }
        }

        /** Notifications that the receiver has handed on. */
        final class In extends LinkedBlockingQueue<Notification> {
            private static final List<ServerState> ANSWERS = List.of(ServerState.FOLLOWING, ServerState.LEADING);

            private long before; // the round when the notification was taken
            private boolean deciding; // the election waits for something better than what it has found

            @Override
            public Notification poll(long timeout, TimeUnit unit) throws InterruptedException {
                deciding = timeout == finalizeWait;
                if (step != null && turn.isHeldByCurrentThread()) {
                    name();
                }
                end(deciding);
                Notification n = super.poll(timeout, unit);
                if (n == null) {
                    begin(deciding ? "Decide" : "Resend", null);
                    return null;
                }
                before = logicalclock.get();
                begin(deciding ? "Drop" : ANSWERS.contains(n.state) ? "TakeAnswer" : "Take",
                    new Note(n.sid, id, n.leader, n.zxid, n.peerEpoch, n.electionEpoch, n.state));
                return n;
            }

            /** A better notification goes back into the queue. */
            @Override
            public void put(Notification n) throws InterruptedException {
                step.event = "Reconsider";
                super.put(n);
            }

            /** The election is over, and what is left in the queue is forgotten. */
            @Override
            public void clear() {
                if (step.event.equals("TakeAnswer")) {
                    step.event = "Join";
                }
                super.clear();
            }

            /** Calls a step by what became of the vote that was taken. */
            private void name() {
                if (step.event.equals("Take")) {
                    step.event = logicalclock.get() > before ? "JoinRound"
                        : step.voted ? "ChangeVote"
                        : step.support != null ? "CountVote" : "IgnoreVote";
                }
            }
        }
    }
}

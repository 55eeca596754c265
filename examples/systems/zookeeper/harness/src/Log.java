package org.apache.zookeeper.server.quorum;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The steps of all servers, in the order in which they happened. */
final class Log {
    private final List<String> lines = new ArrayList<>();

    synchronized void write(String fields) {
        lines.add("{\"seq\":%d,%s}".formatted(lines.size() + 1, fields));
    }

    synchronized void save(Path file) throws IOException {
        Files.write(file, lines);
    }
}

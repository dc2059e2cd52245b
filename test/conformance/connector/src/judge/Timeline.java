// What a table plays: events written by the recorder, and the clock that all tables of one run share.
package judge;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

final class Timeline {
  private Timeline() {}

  /** A row, or a watermark that the source emits for one split. */
  static final class Event {
    /** Place among all events of the run: decides between splits. */
    final int order;
    /** The run is cut into segments by restarts; `at` counts milliseconds from the start of its segment. */
    final int segment;
    final long at;
    final int split;
    final boolean watermark;
    final long offset;
    final Long recordTime;
    final String body;

    private Event(int order, String line) {
      String[] cells = line.split("\t", 7);
      this.order = order;
      segment = Integer.parseInt(cells[0]);
      at = Long.parseLong(cells[1]);
      split = Integer.parseInt(cells[2]);
      watermark = cells[3].equals("W");
      offset = Long.parseLong(cells[4]);
      recordTime = cells[5].isEmpty() ? null : Long.valueOf(cells[5]);
      body = cells[6];
    }
  }

  /** Splits are declared, so that one that never speaks still holds the watermark back. */
  static List<Event> events(String path, int split) {
    List<Event> out = new ArrayList<>();
    int order = 0;
    for (String line : lines(path)) {
      Event e = new Event(order++, line);
      if (e.split == split) out.add(e);
    }
    return out;
  }

  private static List<String> lines(String path) {
    try {
      return Files.readAllLines(Paths.get(path), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Segment that plays now, when it starts, and when (from its start) input ends; null: never, the job will be stopped. */
  static final class Clock implements Serializable {
    private static final long serialVersionUID = 1L;
    final int segment;
    final long start;
    final Long end;

    private Clock(String text) {
      String[] cells = text.trim().split("\t", -1);
      segment = Integer.parseInt(cells[0]);
      start = Long.parseLong(cells[1]);
      end = cells[2].isEmpty() ? null : Long.valueOf(cells[2]);
    }

    /** null while the recorder has not started the clock; it writes the file in one move. */
    static Clock read(String path) {
      Path file = Paths.get(path);
      try {
        return new Clock(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
      } catch (NoSuchFileException e) {
        return null;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

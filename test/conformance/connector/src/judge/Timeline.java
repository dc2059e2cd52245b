// The written timeline of a run: what each table plays, in one order over all tables. The recorder writes it.
package judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

final class Timeline {
  enum Kind {
    ROW,
    WATERMARK,
    /** The partition counts as idle until it speaks again. */
    IDLE,
    /** Real time passes; belongs to no table. */
    PAUSE
  }

  static final class Step {
    final int index;
    /** Segments are what lies between restarts. */
    final int segment;
    final String table;
    final int partition;
    final Kind kind;
    final long offset;
    final Long recordTime;
    /** Topic and number of the partition within it, as the record's metadata has them. */
    final String topic;
    final int number;
    /** `name=hex` each, parted by `&`; the name is URL-encoded. */
    final String headers;
    /** JSON of a row, epoch milliseconds of a watermark, milliseconds of a pause. */
    final String body;

    private Step(int index, String line) {
      String[] cells = line.split("\t", 10);
      this.index = index;
      segment = Integer.parseInt(cells[0]);
      table = cells[1];
      partition = Integer.parseInt(cells[2]);
      kind = Kind.valueOf(cells[3]);
      offset = Long.parseLong(cells[4]);
      recordTime = cells[5].isEmpty() ? null : Long.valueOf(cells[5]);
      topic = cells[6];
      number = cells[7].isEmpty() ? 0 : Integer.parseInt(cells[7]);
      headers = cells[8];
      body = cells[9];
    }
  }

  /** Steps of the segment that is to be played now. */
  final List<Step> steps = new ArrayList<>();
  final int segment;
  /** The last segment ends in the end of all inputs, the others in a file that asks for the restart. */
  final boolean last;
  final int total;
  private final Path folder;

  private Timeline(Path folder) throws IOException {
    this.folder = folder;
    String[] now = read("segment").get(0).split("\t");
    segment = Integer.parseInt(now[0]);
    last = now[1].equals("last");
    int index = 0;
    for (String line : read("timeline")) {
      Step step = new Step(index++, line);
      if (step.segment == segment) steps.add(step);
    }
    total = index;
  }

  private List<String> read(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name), StandardCharsets.UTF_8);
  }

  static Timeline load(String folder) {
    try {
      return new Timeline(Paths.get(folder));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the timeline in " + folder, e);
    }
  }

  void segmentDone() {
    try {
      Files.write(folder.resolve("done." + segment), new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

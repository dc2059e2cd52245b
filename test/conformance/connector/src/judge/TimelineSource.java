// A FLIP-27 source that plays a timeline: one split a partition, so that Flink's own per-split watermarks, idleness and
// state are at work, as they are behind the Kafka connector.
package judge;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.util.Collector;

final class TimelineSource implements Source<RowData, TimelineSource.Partition, Boolean> {
  private static final long serialVersionUID = 1L;
  private static final long POLL_MILLIS = 5;

  private final String timeline;
  private final String clock;
  private final int partitions;
  private final String topic;
  private final DeserializationSchema<RowData> decoder;
  private final List<String> metadata;

  TimelineSource(String timeline, String clock, int partitions, String topic, DeserializationSchema<RowData> decoder, List<String> metadata) {
    this.timeline = timeline;
    this.clock = clock;
    this.partitions = partitions;
    this.topic = topic;
    this.decoder = decoder;
    this.metadata = new ArrayList<>(metadata);
  }

  /** Unbounded, as Kafka is; the reader ends its input all the same when the clock says so. */
  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SplitEnumerator<Partition, Boolean> createEnumerator(SplitEnumeratorContext<Partition> context) {
    return new Assigner(context, false);
  }

  @Override
  public SplitEnumerator<Partition, Boolean> restoreEnumerator(SplitEnumeratorContext<Partition> context, Boolean assigned) {
    return new Assigner(context, assigned);
  }

  @Override
  public SourceReader<RowData, Partition> createReader(SourceReaderContext context) {
    return new Reader();
  }

  @Override
  public SimpleVersionedSerializer<Partition> getSplitSerializer() {
    return new PartitionSerializer();
  }

  @Override
  public SimpleVersionedSerializer<Boolean> getEnumeratorCheckpointSerializer() {
    return new FlagSerializer();
  }

  /** A partition and how many of its events have been played. */
  static final class Partition implements SourceSplit {
    final int number;
    final int played;

    Partition(int number, int played) {
      this.number = number;
      this.played = played;
    }

    @Override
    public String splitId() {
      return "partition-" + number;
    }
  }

  /** Hands out the partitions when the clock starts: idle time-outs then do not run during start-up. */
  private final class Assigner implements SplitEnumerator<Partition, Boolean> {
    private final SplitEnumeratorContext<Partition> context;
    private boolean assigned;

    Assigner(SplitEnumeratorContext<Partition> context, boolean assigned) {
      this.context = context;
      this.assigned = assigned;
    }

    @Override
    public void start() {
      context.callAsync(() -> Files.exists(Paths.get(clock)), this::assign, 0, POLL_MILLIS);
    }

    private void assign(Boolean started, Throwable problem) {
      if (problem != null) throw new IllegalStateException("cannot look for the clock " + clock, problem);
      if (!started || assigned || !context.registeredReaders().containsKey(0)) return;
      assigned = true;
      for (int i = 0; i < partitions; i++) context.assignSplit(new Partition(i, 0), 0);
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {}

    @Override
    public void addSplitsBack(List<Partition> splits, int subtask) {
      for (Partition p : splits) context.assignSplit(p, subtask);
    }

    @Override
    public void addReader(int subtask) {}

    @Override
    public Boolean snapshotState(long checkpoint) {
      return assigned;
    }

    @Override
    public void close() {}
  }

  private static final class Playing {
    final Partition split;
    final List<Timeline.Event> events;
    int next;

    Playing(Partition split, List<Timeline.Event> events) {
      this.split = split;
      this.events = events;
      this.next = split.played;
    }

    Timeline.Event peek() {
      return next < events.size() ? events.get(next) : null;
    }
  }

  private final class Reader implements SourceReader<RowData, Partition> {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(r -> {
      Thread t = new Thread(r, "judge-timeline");
      t.setDaemon(true);
      return t;
    });
    private final List<Playing> playing = new ArrayList<>();
    private volatile CompletableFuture<Void> available = CompletableFuture.completedFuture(null);
    private Timeline.Clock now;

    @Override
    public void start() {
      try {
        decoder.open(new Formats());
      } catch (Exception e) {
        throw new IllegalStateException("cannot open the format", e);
      }
    }

    @Override
    public void addSplits(List<Partition> splits) {
      for (Partition p : splits) playing.add(new Playing(p, Timeline.events(timeline, p.number)));
      available.complete(null);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RowData> output) throws Exception {
      if (now == null) now = Timeline.Clock.read(clock);
      if (now == null || playing.size() < partitions) return later(POLL_MILLIS);
      long elapsed = System.currentTimeMillis() - now.start;
      Playing due = next();
      if (due == null) {
        if (now.end == null) return later(1000);
        return elapsed >= now.end ? InputStatus.END_OF_INPUT : later(now.end - elapsed);
      }
      Timeline.Event event = due.peek();
      if (event.at > elapsed) return later(event.at - elapsed);
      emit(event, output.createOutputForSplit(due.split.splitId()));
      due.next++;
      return InputStatus.MORE_AVAILABLE;
    }

    /** The partition with the first event of this segment that has not been played. */
    private Playing next() {
      Playing first = null;
      for (Playing p : playing) {
        Timeline.Event e = p.peek();
        if (e != null && e.segment == now.segment && (first == null || e.order < first.peek().order)) first = p;
      }
      return first;
    }

    private void emit(Timeline.Event event, SourceOutput<RowData> output) throws IOException {
      if (event.watermark) {
        output.emitWatermark(new Watermark(Long.parseLong(event.body)));
        return;
      }
      List<RowData> rows = new ArrayList<>(1);
      decoder.deserialize(event.body.getBytes(StandardCharsets.UTF_8), new Collector<RowData>() {
        @Override
        public void collect(RowData row) {
          rows.add(row);
        }

        @Override
        public void close() {}
      });
      for (RowData row : rows) {
        RowData whole = withMetadata((GenericRowData) row, event);
        if (event.recordTime == null) output.collect(whole);
        else output.collect(whole, event.recordTime);
      }
    }

    private RowData withMetadata(GenericRowData row, Timeline.Event event) {
      if (metadata.isEmpty()) return row;
      GenericRowData whole = new GenericRowData(row.getRowKind(), row.getArity() + metadata.size());
      for (int i = 0; i < row.getArity(); i++) whole.setField(i, row.getField(i));
      for (int i = 0; i < metadata.size(); i++) whole.setField(row.getArity() + i, value(metadata.get(i), event));
      return whole;
    }

    private Object value(String key, Timeline.Event event) {
      switch (key) {
        case "topic":
          return StringData.fromString(topic);
        case "partition":
          return event.split;
        case "offset":
          return event.offset;
        case "timestamp":
          return event.recordTime == null ? null : TimestampData.fromEpochMillis(event.recordTime);
        default:
          throw new IllegalStateException("no metadata " + key);
      }
    }

    private InputStatus later(long millis) {
      CompletableFuture<Void> f = new CompletableFuture<>();
      available = f;
      timer.schedule(() -> f.complete(null), Math.max(1, millis), TimeUnit.MILLISECONDS);
      return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return available;
    }

    @Override
    public List<Partition> snapshotState(long checkpoint) {
      List<Partition> out = new ArrayList<>();
      for (Playing p : playing) out.add(new Partition(p.split.number, p.next));
      return out;
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
      timer.shutdownNow();
    }
  }

  private static final class PartitionSerializer implements SimpleVersionedSerializer<Partition> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(Partition p) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        out.writeInt(p.number);
        out.writeInt(p.played);
      }
      return bytes.toByteArray();
    }

    @Override
    public Partition deserialize(int version, byte[] bytes) throws IOException {
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
        return new Partition(in.readInt(), in.readInt());
      }
    }
  }

  private static final class FlagSerializer implements SimpleVersionedSerializer<Boolean> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(Boolean flag) {
      return new byte[] {(byte) (flag ? 1 : 0)};
    }

    @Override
    public Boolean deserialize(int version, byte[] bytes) {
      return bytes[0] == 1;
    }
  }
}

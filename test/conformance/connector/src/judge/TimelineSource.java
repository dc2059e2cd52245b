// A FLIP-27 source that plays a timeline: one split a partition, so that Flink's own per-split watermarks, idleness and
// state are at work, as they are behind the Kafka connector.
package judge;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
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
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.util.Collector;

final class TimelineSource implements Source<RowData, TimelineSource.Partition, Integer> {
  private static final long serialVersionUID = 1L;

  private final String folder;
  private final String table;
  private final int partitions;
  private final DeserializationSchema<RowData> decoder;
  private final List<String> metadata;

  TimelineSource(String folder, String table, int partitions, DeserializationSchema<RowData> decoder, List<String> metadata) {
    this.folder = folder;
    this.table = table;
    this.partitions = partitions;
    this.decoder = decoder;
    this.metadata = new ArrayList<>(metadata);
  }

  /** Unbounded, as Kafka is; the reader ends its input all the same when the timeline is over. */
  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SplitEnumerator<Partition, Integer> createEnumerator(SplitEnumeratorContext<Partition> context) {
    return new Assigner(context, 0);
  }

  @Override
  public SplitEnumerator<Partition, Integer> restoreEnumerator(SplitEnumeratorContext<Partition> context, Integer assigned) {
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
  public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
    return new CountSerializer();
  }

  static final class Partition implements SourceSplit {
    final int number;

    Partition(int number) {
      this.number = number;
    }

    @Override
    public String splitId() {
      return "partition-" + number;
    }
  }

  /** Hands out the partitions after the first checkpoint, when all tasks run: idle time-outs then do not run during start-up. */
  private final class Assigner implements SplitEnumerator<Partition, Integer> {
    private final SplitEnumeratorContext<Partition> context;
    private int assigned;

    Assigner(SplitEnumeratorContext<Partition> context, int assigned) {
      this.context = context;
      this.assigned = assigned;
    }

    @Override
    public void start() {}

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
      if (!context.registeredReaders().containsKey(0)) return;
      for (; assigned < partitions; assigned++) context.assignSplit(new Partition(assigned), 0);
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
    public Integer snapshotState(long checkpoint) {
      return assigned;
    }

    @Override
    public void close() {}
  }

  private final class Reader implements SourceReader<RowData, Partition> {
    private final List<Partition> splits = new ArrayList<>();
    private volatile CompletableFuture<Void> available = new CompletableFuture<>();

    @Override
    public void start() {
      try {
        decoder.open(new Formats());
      } catch (Exception e) {
        throw new IllegalStateException("cannot open the format", e);
      }
      Conductor.register(folder, table, () -> available.complete(null));
      if (splits.size() == partitions) Conductor.ready(table);
    }

    @Override
    public void addSplits(List<Partition> added) {
      splits.addAll(added);
      if (splits.size() == partitions) Conductor.ready(table);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RowData> output) throws Exception {
      if (available.isDone()) available = new CompletableFuture<>();
      if (Conductor.ended()) {
        // The end of a test means the last watermark for everybody; Flink ignores the one of a source that is idle.
        for (Partition p : splits) output.createOutputForSplit(p.splitId()).emitWatermark(Watermark.MAX_WATERMARK);
        return InputStatus.END_OF_INPUT;
      }
      Timeline.Step step = Conductor.next(table);
      if (step != null) {
        emit(step, output.createOutputForSplit(new Partition(step.partition).splitId()));
        Conductor.played();
      }
      return InputStatus.NOTHING_AVAILABLE;
    }

    private void emit(Timeline.Step step, SourceOutput<RowData> output) throws IOException {
      if (step.kind == Timeline.Kind.WATERMARK) {
        output.emitWatermark(new Watermark(Long.parseLong(step.body)));
        return;
      }
      if (step.kind == Timeline.Kind.IDLE) {
        output.markIdle();
        return;
      }
      List<RowData> rows = new ArrayList<>(1);
      decoder.deserialize(step.body.getBytes(StandardCharsets.UTF_8), new Collector<RowData>() {
        @Override
        public void collect(RowData row) {
          rows.add(row);
        }

        @Override
        public void close() {}
      });
      for (RowData row : rows) {
        RowData whole = withMetadata((GenericRowData) row, step);
        if (step.recordTime == null) output.collect(whole);
        else output.collect(whole, step.recordTime);
      }
    }

    private RowData withMetadata(GenericRowData row, Timeline.Step step) {
      if (metadata.isEmpty()) return row;
      GenericRowData whole = new GenericRowData(row.getRowKind(), row.getArity() + metadata.size());
      for (int i = 0; i < row.getArity(); i++) whole.setField(i, row.getField(i));
      for (int i = 0; i < metadata.size(); i++) whole.setField(row.getArity() + i, value(metadata.get(i), step));
      return whole;
    }

    private Object value(String key, Timeline.Step step) {
      switch (key) {
        case "topic":
          return StringData.fromString(step.topic);
        case "partition":
          return step.number;
        case "offset":
          return step.offset;
        case "timestamp":
          return step.recordTime == null ? null : TimestampData.fromEpochMillis(step.recordTime);
        case "timestamp-type":
          return StringData.fromString("CreateTime");
        case "leader-epoch":
          return null;
        case "headers":
          return headers(step.headers);
        default:
          throw new IllegalStateException("no metadata " + key);
      }
    }

    /** As the Kafka connector makes it (KafkaDynamicSource.ReadableMetadata): a HashMap, of several headers of one name the last one. */
    private GenericMapData headers(String written) {
      Map<StringData, byte[]> map = new HashMap<>();
      for (String header : written.isEmpty() ? new String[0] : written.split("&")) {
        String[] parts = header.split("=", -1);
        byte[] bytes = new byte[parts[1].length() / 2];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) Integer.parseInt(parts[1].substring(2 * i, 2 * i + 2), 16);
        map.put(StringData.fromString(URLDecoder.decode(parts[0], StandardCharsets.UTF_8)), bytes);
      }
      return new GenericMapData(map);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return available;
    }

    @Override
    public List<Partition> snapshotState(long checkpoint) {
      Conductor.snapshot(table, checkpoint);
      return new ArrayList<>(splits);
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
      Conductor.completed(checkpoint);
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
  }

  private static final class PartitionSerializer implements SimpleVersionedSerializer<Partition> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(Partition p) {
      return ByteBuffer.allocate(4).putInt(p.number).array();
    }

    @Override
    public Partition deserialize(int version, byte[] bytes) {
      return new Partition(ByteBuffer.wrap(bytes).getInt());
    }
  }

  private static final class CountSerializer implements SimpleVersionedSerializer<Integer> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(Integer count) {
      return ByteBuffer.allocate(4).putInt(count).array();
    }

    @Override
    public Integer deserialize(int version, byte[] bytes) {
      return ByteBuffer.wrap(bytes).getInt();
    }
  }
}

// Writes what arrives at a sink: one line a change or watermark, with the step of the timeline that caused it.
package judge;

import java.io.BufferedWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

public final class ChangelogWriter extends AbstractStreamOperator<Boolean> implements OneInputStreamOperator<RowData, Boolean> {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final LogicalType[] types;
  private final RowData.FieldGetter[] getters;
  private transient BufferedWriter writer;

  public ChangelogWriter(String path, RowType row) {
    this.path = path;
    types = row.getChildren().toArray(new LogicalType[0]);
    getters = new RowData.FieldGetter[types.length];
    for (int i = 0; i < types.length; i++) getters[i] = RowData.createFieldGetter(types[i], i);
  }

  @Override
  public void open() throws Exception {
    super.open();
    writer = Files.newBufferedWriter(Paths.get(path), StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    StringBuilder cells = new StringBuilder("[");
    for (int i = 0; i < types.length; i++) {
      if (i > 0) cells.append(',');
      Cells.write(cells, getters[i].getFieldOrNull(row), types[i]);
    }
    line(row.getRowKind().shortString(), cells.append(']').toString());
  }

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    super.processWatermark(watermark);
    line("W", Long.toString(watermark.getTimestamp()));
  }

  private void line(String kind, String body) throws Exception {
    writer.write(Conductor.stamp() + "\t" + kind + "\t" + body + "\n");
    writer.flush();
  }

  @Override
  public void close() throws Exception {
    if (writer != null) writer.close();
    super.close();
  }
}

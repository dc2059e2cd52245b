// The connector `judge`: tables that play a timeline and tables that record a changelog.
package judge;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.sink.DataStreamSinkProvider;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsReadingMetadata;
import org.apache.flink.table.connector.source.abilities.SupportsWatermarkPushDown;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

public final class JudgeTables implements DynamicTableSourceFactory, DynamicTableSinkFactory {
  /** Folder of the run: the timeline is read there, what sinks receive is written there. */
  private static final ConfigOption<String> FOLDER = ConfigOptions.key("folder").stringType().noDefaultValue();
  /** Name of the table in the timeline, or of the file that a sink writes. */
  private static final ConfigOption<String> NAME = ConfigOptions.key("name").stringType().noDefaultValue();
  private static final ConfigOption<Integer> PARTITIONS = ConfigOptions.key("partitions").intType().defaultValue(1);
  /** `source`: pushed into the source, one generator a partition, as with Kafka; `operator`: an operator behind it, as with files. */
  private static final ConfigOption<String> WATERMARKS = ConfigOptions.key("watermarks").stringType().defaultValue("source");
  /** `append`, `upsert`, or `all`: whatever the query yields. */
  private static final ConfigOption<String> MODE = ConfigOptions.key("mode").stringType().defaultValue("all");

  @Override
  public String factoryIdentifier() {
    return "judge";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return new HashSet<>(Arrays.asList(FOLDER, NAME));
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return new HashSet<>(Arrays.asList(PARTITIONS, WATERMARKS, MODE, FactoryUtil.FORMAT));
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    DecodingFormat<DeserializationSchema<RowData>> format = helper.discoverDecodingFormat(DeserializationFormatFactory.class, FactoryUtil.FORMAT);
    helper.validate();
    ReadableConfig options = helper.getOptions();
    DataType row = context.getPhysicalRowDataType();
    return options.get(WATERMARKS).equals("source") ? new PushedScan(format, row, options) : new Scan(format, row, options);
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    return new Record(context.getPhysicalRowDataType(), helper.getOptions());
  }

  private static class Scan implements ScanTableSource, SupportsReadingMetadata {
    final DecodingFormat<DeserializationSchema<RowData>> format;
    final DataType physical;
    final ReadableConfig options;
    DataType produced;
    List<String> metadata = Collections.emptyList();
    WatermarkStrategy<RowData> strategy = WatermarkStrategy.noWatermarks();

    Scan(DecodingFormat<DeserializationSchema<RowData>> format, DataType physical, ReadableConfig options) {
      this.format = format;
      this.physical = physical;
      this.options = options;
      this.produced = physical;
    }

    @Override
    public ChangelogMode getChangelogMode() {
      return format.getChangelogMode();
    }

    @Override
    public Map<String, DataType> listReadableMetadata() {
      Map<String, DataType> keys = new LinkedHashMap<>();
      keys.put("topic", DataTypes.STRING().notNull());
      keys.put("partition", DataTypes.INT().notNull());
      keys.put("offset", DataTypes.BIGINT().notNull());
      keys.put("timestamp", DataTypes.TIMESTAMP_WITH_LOCAL_TIME_ZONE(3).notNull());
      keys.put("timestamp-type", DataTypes.STRING().notNull());
      keys.put("leader-epoch", DataTypes.INT().nullable());
      keys.put("headers", DataTypes.MAP(DataTypes.STRING().nullable(), DataTypes.BYTES().nullable()).notNull());
      return keys;
    }

    @Override
    public void applyReadableMetadata(List<String> keys, DataType type) {
      metadata = keys;
      produced = type;
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
      DeserializationSchema<RowData> decoder = format.createRuntimeDecoder(context, physical);
      TimelineSource source = new TimelineSource(options.get(FOLDER), options.get(NAME), options.get(PARTITIONS), decoder, metadata);
      WatermarkStrategy<RowData> watermarks = strategy;
      org.apache.flink.api.common.typeinfo.TypeInformation<RowData> type = context.createTypeInformation(produced);
      return new DataStreamScanProvider() {
        @Override
        public DataStream<RowData> produceDataStream(ProviderContext provider, StreamExecutionEnvironment environment) {
          SingleOutputStreamOperator<RowData> stream = environment.fromSource(source, watermarks, asSummaryString(), type);
          provider.generateUid("timeline").ifPresent(stream::uid);
          return stream;
        }

        @Override
        public boolean isBounded() {
          return false;
        }
      };
    }

    Scan copied(Scan to) {
      to.produced = produced;
      to.metadata = metadata;
      to.strategy = strategy;
      return to;
    }

    @Override
    public DynamicTableSource copy() {
      return copied(new Scan(format, physical, options));
    }

    @Override
    public String asSummaryString() {
      return "judge timeline";
    }
  }

  private static final class PushedScan extends Scan implements SupportsWatermarkPushDown {
    PushedScan(DecodingFormat<DeserializationSchema<RowData>> format, DataType physical, ReadableConfig options) {
      super(format, physical, options);
    }

    @Override
    public void applyWatermark(WatermarkStrategy<RowData> pushed) {
      strategy = pushed;
    }

    @Override
    public DynamicTableSource copy() {
      return copied(new PushedScan(format, physical, options));
    }
  }

  private static final class Record implements DynamicTableSink {
    final DataType row;
    final ReadableConfig options;

    Record(DataType row, ReadableConfig options) {
      this.row = row;
      this.options = options;
    }

    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
      switch (options.get(MODE)) {
        case "append":
          return ChangelogMode.insertOnly();
        case "upsert":
          return ChangelogMode.newBuilder().addContainedKind(RowKind.INSERT).addContainedKind(RowKind.UPDATE_AFTER).addContainedKind(RowKind.DELETE).build();
        default:
          return requested;
      }
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
      ChangelogWriter writer = new ChangelogWriter(options.get(FOLDER) + "/" + options.get(NAME) + ".changes", (RowType) row.getLogicalType());
      return new DataStreamSinkProvider() {
        @Override
        public DataStreamSink<?> consumeDataStream(ProviderContext provider, DataStream<RowData> stream) {
          SingleOutputStreamOperator<Boolean> written = stream.transform("judge record", Types.BOOLEAN, writer).setParallelism(1);
          provider.generateUid("record").ifPresent(written::uid);
          DataStreamSink<Boolean> end = written.sinkTo(new DiscardingSink<>()).setParallelism(1);
          provider.generateUid("end").ifPresent(end::uid);
          return end;
        }
      };
    }

    @Override
    public DynamicTableSink copy() {
      return new Record(row, options);
    }

    @Override
    public String asSummaryString() {
      return "judge record";
    }
  }
}

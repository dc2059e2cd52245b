// A value as JSON, exactly: decimals and BIGINT as text, times in SQL's form, bytes in hexadecimal.
package judge;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.IntType;

final class Cells {
  private Cells() {}

  static void write(StringBuilder out, Object value, LogicalType type) {
    if (value == null) {
      out.append("null");
      return;
    }
    switch (type.getTypeRoot()) {
      case BOOLEAN:
      case TINYINT:
      case SMALLINT:
      case INTEGER:
      case INTERVAL_YEAR_MONTH:
      case INTERVAL_DAY_TIME:
        out.append(value);
        return;
      case FLOAT:
      case DOUBLE: {
        double number = ((Number) value).doubleValue();
        // Float.toString: the shortest text that gives this float, not the digits of the double beside it
        if (Double.isNaN(number) || Double.isInfinite(number)) text(out, value.toString());
        else out.append(value);
        return;
      }
      case BIGINT:
        text(out, value.toString());
        return;
      case DECIMAL:
        text(out, ((DecimalData) value).toBigDecimal().toPlainString());
        return;
      case DATE:
        text(out, LocalDate.ofEpochDay((Integer) value).toString());
        return;
      case TIME_WITHOUT_TIME_ZONE:
        text(out, time(LocalTime.ofNanoOfDay((Integer) value * 1_000_000L)));
        return;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE: {
        LocalDateTime t = ((TimestampData) value).toLocalDateTime();
        text(out, t.toLocalDate() + " " + time(t.toLocalTime()));
        return;
      }
      case BINARY:
      case VARBINARY: {
        StringBuilder hex = new StringBuilder();
        for (byte b : (byte[]) value) hex.append(String.format("%02x", b));
        text(out, hex.toString());
        return;
      }
      case ARRAY: {
        ArrayData array = (ArrayData) value;
        LogicalType element = ((ArrayType) type).getElementType();
        list(out, array, element);
        return;
      }
      case MAP:
        entries(out, (MapData) value, ((MapType) type).getKeyType(), ((MapType) type).getValueType());
        return;
      case MULTISET:
        entries(out, (MapData) value, ((MultisetType) type).getElementType(), new IntType());
        return;
      case ROW: {
        RowData row = (RowData) value;
        out.append('[');
        for (int i = 0; i < type.getChildren().size(); i++) {
          if (i > 0) out.append(',');
          LogicalType field = type.getChildren().get(i);
          write(out, RowData.createFieldGetter(field, i).getFieldOrNull(row), field);
        }
        out.append(']');
        return;
      }
      default:
        text(out, value.toString());
    }
  }

  private static void list(StringBuilder out, ArrayData array, LogicalType element) {
    ArrayData.ElementGetter get = ArrayData.createElementGetter(element);
    out.append('[');
    for (int i = 0; i < array.size(); i++) {
      if (i > 0) out.append(',');
      write(out, get.getElementOrNull(array, i), element);
    }
    out.append(']');
  }

  private static void entries(StringBuilder out, MapData map, LogicalType key, LogicalType item) {
    ArrayData.ElementGetter getKey = ArrayData.createElementGetter(key);
    ArrayData.ElementGetter getItem = ArrayData.createElementGetter(item);
    out.append('[');
    for (int i = 0; i < map.size(); i++) {
      out.append(i > 0 ? ",[" : "[");
      write(out, getKey.getElementOrNull(map.keyArray(), i), key);
      out.append(',');
      write(out, getItem.getElementOrNull(map.valueArray(), i), item);
      out.append(']');
    }
    out.append(']');
  }

  /** HH:mm:ss, then the digits of the fraction without trailing zeros. */
  private static String time(LocalTime t) {
    String whole = String.format("%02d:%02d:%02d", t.getHour(), t.getMinute(), t.getSecond());
    if (t.getNano() == 0) return whole;
    return whole + "." + String.format("%09d", t.getNano()).replaceAll("0+$", "");
  }

  private static void text(StringBuilder out, String s) {
    out.append('"');
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < 0x20 || c >= 0x7f) out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    out.append('"');
  }
}

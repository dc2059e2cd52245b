package judge;

import org.apache.flink.table.functions.ScalarFunction;

/** A function of Java for scenarios: all but the last four characters of a text are hidden. */
public class Mask extends ScalarFunction {
    public String eval(String text) {
        if (text == null) {
            return null;
        }
        return "****" + text.substring(Math.max(0, text.length() - 4));
    }
}

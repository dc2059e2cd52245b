package judge;

import java.math.BigDecimal;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.functions.ScalarFunction;

/** A function of Java whose result is wider than what a scenario declares: an amount less some percent. */
public class Net extends ScalarFunction {
    public @DataTypeHint("DECIMAL(38, 4)") BigDecimal eval(@DataTypeHint("DECIMAL(10, 2)") BigDecimal gross, Long percent) {
        if (gross == null || percent == null) {
            return null;
        }
        return gross.multiply(BigDecimal.valueOf(100 - percent)).movePointLeft(2);
    }
}

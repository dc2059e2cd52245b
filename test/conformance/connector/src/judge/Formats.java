// What a format asks for when it is opened.
package judge;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.UserCodeClassLoader;

final class Formats implements DeserializationSchema.InitializationContext {
  @Override
  public MetricGroup getMetricGroup() {
    return new UnregisteredMetricsGroup();
  }

  @Override
  public UserCodeClassLoader getUserCodeClassLoader() {
    return new UserCodeClassLoader() {
      @Override
      public ClassLoader asClassLoader() {
        return Formats.class.getClassLoader();
      }

      @Override
      public void registerReleaseHookIfAbsent(String name, Runnable hook) {}
    };
  }
}

// Plays one timeline across all tables of a job, a step at a time. The next step comes only when a checkpoint has completed
// whose barrier left the step's source after the step: then every operator has seen it, and what it caused. No clock decides
// the order of two inputs. One task manager, one class loader a job: this class is the one place that all its tables share.
package judge;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

final class Conductor {
  private static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(r -> {
    Thread t = new Thread(r, "judge-conductor");
    t.setDaemon(true);
    return t;
  });

  private static Timeline timeline;
  private static final Map<String, Runnable> tables = new HashMap<>();
  private static final Set<String> ready = new HashSet<>();
  private static boolean started;
  private static boolean ended;
  /** Index in the steps of this segment. */
  private static int current;
  private static boolean played;
  /** First checkpoint that covers the current step; -1: none yet. */
  private static long covering = -1;

  private Conductor() {}

  /** A reader exists; `wake` makes it look again. */
  static synchronized void register(String folder, String table, Runnable wake) {
    if (timeline == null) timeline = Timeline.load(folder);
    tables.put(table, wake);
  }

  static synchronized void ready(String table) {
    ready.add(table);
  }

  /** The step that this table may play now, or null. */
  static synchronized Timeline.Step next(String table) {
    Timeline.Step step = step();
    return step != null && !played && table.equals(step.table) ? step : null;
  }

  static synchronized boolean ended() {
    return ended;
  }

  static synchronized void played() {
    played = true;
  }

  /** A barrier leaves the source of this table. */
  static synchronized void snapshot(String table, long checkpoint) {
    Timeline.Step step = step();
    if (step == null || !played || covering >= 0) return;
    if (step.kind == Timeline.Kind.PAUSE) covering = checkpoint + 1; // this one may have passed other sources before
    else if (table.equals(step.table)) covering = checkpoint;
  }

  static synchronized void completed(long checkpoint) {
    if (!started) {
      // every task runs, so every reader has registered; splits may still be on their way
      if (!ready.containsAll(tables.keySet())) return;
      started = true;
      begin();
    } else if (step() != null && played && covering >= 0 && checkpoint >= covering) {
      current++;
      begin();
    }
  }

  /** What a sink writes beside a row: the step that caused it; the number of all steps for the end of input. */
  static synchronized int stamp() {
    if (timeline == null) return -1;
    Timeline.Step step = step();
    if (step != null) return step.index;
    return ended ? timeline.total : -1;
  }

  private static Timeline.Step step() {
    return started && !ended && current < timeline.steps.size() ? timeline.steps.get(current) : null;
  }

  private static void begin() {
    played = false;
    covering = -1;
    // rows for a table that this job does not read
    while (step() != null && step().kind != Timeline.Kind.PAUSE && !tables.containsKey(step().table)) current++;
    Timeline.Step step = step();
    if (step == null) {
      if (timeline.last) {
        ended = true;
        tables.values().forEach(Runnable::run);
      } else {
        timeline.segmentDone();
      }
    } else if (step.kind == Timeline.Kind.PAUSE) {
      TIMER.schedule(Conductor::played, Long.parseLong(step.body), TimeUnit.MILLISECONDS);
    } else {
      tables.get(step.table).run();
    }
  }
}

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps sections open as opens.c does. */
final class Opens {
    private record Section(byte[] bytes, AtomicInteger asked) implements AutoCloseable {
        @Override
        public void close() { System.err.println("closed after " + asked); }
    }

    private static Section open(SframeAdapter.Request request) {
        if (new String(request.bytes).equals("no")) throw new SframeAdapter.Refused("not this one");
        return new Section(request.bytes, new AtomicInteger());
    }

    private static Map<String, Object> lookup(SframeAdapter.Request request) {
        Section section = (Section) request.opened;
        int asked = section.asked.incrementAndGet();
        Map<String, Object> answer = request.pc == 1 ? SframeAdapter.object("function", asked) : SframeAdapter.object();
        answer.put("bytes", SframeAdapter.hex(section.bytes));
        return answer;
    }

    private static Map<String, Object> unwind(SframeAdapter.Request request) {
        SframeAdapter.Scenario scenario = request.scenario;
        String sp = SframeAdapter.address(scenario.registers().getOrDefault("sp", 0L));
        return SframeAdapter.object("limit", scenario.limit(), "sp", sp);
    }

    public static void main(String[] arguments) throws Exception {
        SframeAdapter adapter = new SframeAdapter("opens", "0", "v2", "amd64");
        adapter.lookup = Opens::lookup;
        adapter.unwind = Opens::unwind;
        adapter.open = Opens::open;
        adapter.concurrent = true;
        adapter.run();
    }
}

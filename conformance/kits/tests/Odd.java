import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Says the same odd things as odd.c. */
final class Odd {
    private static Map<String, Object> lookup(SframeAdapter.Request request) {
        switch ((int) request.pc) {
            case 0: return SframeAdapter.object("least", Long.MIN_VALUE, "most", Long.MAX_VALUE,
                    "address", SframeAdapter.address(request.address), "yes", true,
                    "bytes", SframeAdapter.hex(request.bytes), "flags", SframeAdapter.flags(request.profile, 0xff),
                    "cfa", SframeAdapter.ruleSum("r4294967295", -1), "ra", SframeAdapter.ruleLoad("cfa", 0),
                    "fp", SframeAdapter.SAME, "sp", SframeAdapter.UNDEFINED);
            case 1: return SframeAdapter.object("quo\"te", "\\ \" \t \n \001 \037 \177 /");
            case 2: return SframeAdapter.none("unknown");
            case 3: throw new SframeAdapter.Refused("no");
            case 4: throw new SframeAdapter.Unsupported("not today");
            case 5: throw new IllegalStateException("a mistake of the reader");
            case 6: throw new IndexOutOfBoundsException();
            case 7: return SframeAdapter.object("odd", 1.5);
            default: return SframeAdapter.object("most", new BigInteger("18446744073709551615"), "odd", "a\ud800<&>");
        }
    }

    private static Map<String, Object> decode(SframeAdapter.Request request) {
        System.out.println("what the reader prints is none of its answers");
        return SframeAdapter.object("functions", List.of(SframeAdapter.object("rows", List.of()),
                SframeAdapter.object("rows", List.of(Map.of(), Map.of()))));
    }

    private static Map<String, Object> check(SframeAdapter.Request request) {
        return SframeAdapter.object("verdict", request.bytes.length > 0 ? "valid" : "malformed");
    }

    private static Map<String, Object> unwind(SframeAdapter.Request request) {
        SframeAdapter.Scenario scenario = request.scenario;
        Map<String, Object> answer =
                SframeAdapter.object("limit", scenario.limit(), "modules", scenario.modules().size());
        for (SframeAdapter.Piece module : scenario.modules()) answer.put("module", SframeAdapter.hex(module.bytes()));
        List<Object> frames = new ArrayList<>();
        for (String name : List.of("sp", "fp", "r30", "pac_mask")) {
            Long value = scenario.registers().get(name);
            if (value == null) continue;
            Map<String, Object> frame = SframeAdapter.object("pc", SframeAdapter.address(value));
            if (scenario.word(value) != null) frame.put("cfa", SframeAdapter.address(scenario.word(value)));
            frames.add(frame);
        }
        answer.putAll(SframeAdapter.object("frames", frames, "stop", "unsafe"));
        return answer;
    }

    /** The number of questions about a section that stays open. */
    private record Section(AtomicInteger asked) implements AutoCloseable {
        @Override
        public void close() { System.err.println("closed after " + asked); }
    }

    private static Section open(SframeAdapter.Request request) {
        if (new String(request.bytes).equals("no")) throw new SframeAdapter.Refused("not this one");
        return new Section(new AtomicInteger());
    }

    private static Map<String, Object> lookupOpened(SframeAdapter.Request request) {
        int asked = ((Section) request.opened).asked.incrementAndGet();
        Map<String, Object> answer = request.pc == 1 ? SframeAdapter.object("function", asked) : SframeAdapter.object();
        answer.put("bytes", SframeAdapter.hex(request.bytes));
        return answer;
    }

    public static void main(String[] arguments) throws Exception {
        boolean opens = arguments.length > 0;
        var adapter = new SframeAdapter("odd \"reader\"", "0", "v1 v2 v2e1 v2e2 v3", "amd64 aarch64 aarch64_be s390x");
        adapter.exposes = "check.verdict lookup";
        adapter.requires = "any";
        adapter.refusals = List.of(IndexOutOfBoundsException.class);
        adapter.decode = opens ? null : Odd::decode;
        adapter.check = Odd::check;
        adapter.lookup = opens ? Odd::lookupOpened : Odd::lookup;
        adapter.flip = request -> SframeAdapter.object("bytes", SframeAdapter.hex(request.bytes));
        adapter.unwind = Odd::unwind;
        adapter.open = opens ? Odd::open : null;
        adapter.concurrent = opens;
        adapter.run();
    }
}

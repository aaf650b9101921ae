import java.util.List;
import java.util.Map;

/** An adapter for the lookups of the reader in Tiny.java: all that it needs beside the kit. */
final class Example {
    static Map<String, Object> rules(Tiny section, Tiny.Row row) {
        if (row.words().length == 0) // erratum 2 gave such rows a meaning
            return section.text.equals("v2e2") ? SframeAdapter.object("ra", SframeAdapter.UNDEFINED) : Map.of();
        boolean saved = row.words().length > 1 || section.fixedFp != 0;
        return SframeAdapter.object(
                "cfa", SframeAdapter.ruleSum(row.cfaFromSp() ? "sp" : "fp", row.words()[0]),
                "ra", SframeAdapter.ruleLoad("cfa", section.fixedRa),
                "fp", saved ? SframeAdapter.ruleLoad("cfa", row.words().length > 1 ? row.words()[1] : section.fixedFp)
                        : SframeAdapter.SAME);
    }

    private static Map<String, Object> lookup(SframeAdapter.Request request) throws Tiny.Unreadable {
        Tiny section = (Tiny) request.opened;
        Tiny.Place place = section.find(request.pc);
        if (place.row() == null) return SframeAdapter.none(place.function() < 0 ? "function" : "row");
        Map<String, Object> rules = rules(section, place.row());
        if (rules.isEmpty()) throw new SframeAdapter.Refused("the row says nothing");
        Map<String, Object> answer = SframeAdapter.object("function", place.function(), "row", place.index());
        answer.putAll(rules);
        answer.putAll(SframeAdapter.object("mangled_ra", place.row().mangledRa(), "signal", false));
        return answer;
    }

    public static void main(String[] arguments) throws Exception {
        SframeAdapter adapter = new SframeAdapter("tiny", "1", "v2 v2e1 v2e2", "amd64");
        adapter.oneByteOrder = true;
        adapter.refusals = List.of(Tiny.Unreadable.class);
        adapter.open = request -> new Tiny(request.bytes, request.address, request.profile);
        adapter.concurrent = true;
        adapter.lookup = Example::lookup;
        adapter.run();
    }
}

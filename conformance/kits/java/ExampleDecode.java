import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An adapter that answers with everything that the reader in Tiny.java knows about a section. The reader checks little,
 * so the answer is the model without a verdict.
 */
final class ExampleDecode {
    private static Map<String, Object> decode(SframeAdapter.Request request) throws Tiny.Unreadable {
        Tiny section = new Tiny(request.bytes, request.address, request.profile);
        List<Object> functions = new ArrayList<>();
        for (Tiny.Function function : section.functions()) functions.add(function(section, function));
        return SframeAdapter.object("profile", request.profile, "version", 2, "byte_order", "little", "abi", "amd64",
                "flags", SframeAdapter.flags(request.profile, section.flags), "fixed_fp", section.fixedFp,
                "fixed_ra", section.fixedRa, "aux", SframeAdapter.hex(section.aux),
                "address", SframeAdapter.address(request.address), "functions", functions);
    }

    private static Map<String, Object> function(Tiny section, Tiny.Function function) throws Tiny.Unreadable {
        List<Object> rows = new ArrayList<>();
        for (Tiny.Row row : section.rows(function, 0xffffffffL)) {
            Map<String, Object> each = SframeAdapter.object("start", row.start(), "mangled_ra", row.mangledRa());
            each.putAll(Example.rules(section, row));
            rows.add(each);
        }
        return SframeAdapter.object("start", SframeAdapter.address(function.start()), "size", function.size(),
                "pc_type", function.mask() ? "mask" : "inc", "fre_type", "addr" + (1 << function.rowType()),
                "rep_size", function.repSize(), "fde_type", "default", "signal", false,
                "pauth_key", function.keyB() ? "b" : "a", "rows", rows);
    }

    public static void main(String[] arguments) throws Exception {
        SframeAdapter adapter = new SframeAdapter("tiny", "1", "v2 v2e1 v2e2", "amd64");
        adapter.oneByteOrder = true;
        adapter.exposes = "decode.profile decode.version decode.byte_order decode.abi decode.flags decode.fixed_fp "
                + "decode.fixed_ra decode.aux decode.address decode.functions";
        adapter.refusals = List.of(Tiny.Unreadable.class);
        adapter.decode = ExampleDecode::decode;
        adapter.run();
    }
}

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An adapter for sframe-conform in Java: copy this file beside a main of your own that makes one, sets what the reader
 * can do, and ends with run().
 *
 * <p>Each of decode, check, lookup, flip and unwind takes a Request and returns an answer as docs/protocol.md describes
 * it; the functions below make its parts. An operation without a function is not declared, and never asked. If the
 * section cannot be read, throw Refused, or name the reader's own exceptions in `refusals`. If the reader cannot do
 * what was asked, throw Unsupported. Any other exception ends the adapter, and the runner counts that as a failure: an
 * accident is not a refusal.
 *
 * <p>If your reader opens a section once and is then asked many times, set `open`: each request about the section has
 * what it returned as request.opened, also a request that brings its own section. If `open` refuses the section, that
 * is the answer to each question about it. At the end, what `open` returned is closed if it is AutoCloseable.
 *
 * <p>Write the members of an answer in the order of corpus/schema: the runner compares that fastest.
 */
public final class SframeAdapter {
    private static final long LENGTH_LIMIT = 64 << 20; // bytes in a section
    private static final int LINE_LIMIT = 160;
    private static final long COUNT_LIMIT = 1 << 16; // registers, modules or pieces of memory
    private static final int OPEN_LIMIT = 16; // sections that are open at once
    private static final long THREAD_LIMIT = 64;
    private static final int ROUNDS = 16; // how often each of several threads asks every question

    /** The rule of a value that is still in its register. */
    public static final String SAME = "same";

    /** The rule of RA in an outermost frame, which has no caller. */
    public static final String UNDEFINED = "undefined";

    /** The section cannot be read. */
    @SuppressWarnings("serial")
    public static class Refused extends RuntimeException {
        public Refused(String why) { super(why); }
    }

    /** The reader cannot do what was asked here. */
    @SuppressWarnings("serial")
    public static class Unsupported extends RuntimeException {
        public Unsupported(String why) { super(why); }
    }

    /** Bytes at an address: a section, or a piece of readable memory. */
    public record Piece(long address, byte[] bytes) {}

    /**
     * What an unwinding starts from, besides a section and the topmost PC: docs/unwinding.md. LIMIT is how many frames
     * to give at most; registers are "sp", "fp", "r30" and so on, or "pac_mask"; modules are further sections.
     */
    public record Scenario(long limit, Map<String, Long> registers, List<Piece> modules, List<Piece> memory,
            boolean bigEndian) {
        /** The word of 8 bytes at an address; null if it cannot be read. */
        public Long word(long address) {
            long word = 0;
            for (int i = 0; i < 8; i++) {
                Byte found = at(address + i);
                if (found == null) return null;
                word |= (found & 0xffL) << 8 * (bigEndian ? 7 - i : i);
            }
            return word;
        }

        private Byte at(long address) {
            for (Piece piece : memory)
                if (Long.compareUnsigned(address - piece.address, piece.bytes.length) < 0)
                    return piece.bytes[(int) (address - piece.address)];
            return null;
        }
    }

    /** What is asked of a section. Addresses are without sign. */
    public static final class Request {
        public String operation;
        public String profile; // "v1", "v2", "v2e1", "v2e2", "v3"
        public String abi; // "amd64", "aarch64", "aarch64_be", "s390x"
        public long address; // where the section lies in memory
        public byte[] bytes;
        public long pc; // the PC of a lookup or of the topmost frame; else 0
        public Scenario scenario; // for an unwinding
        public Object opened; // what `open` returned
        private Exception refusal; // what `open` threw, if it refused
        private long number;
    }

    /** Answers a request; or, as `open`, returns what the reader keeps of the section. */
    public interface Operation<T> { T apply(Request request) throws Exception; }

    private final String name, version, profiles, abis; // lists are words with one space between them
    public boolean oneByteOrder; // the reader only reads sections in the ABI's own byte order
    public String exposes; // members that it states, such as "decode.functions.start lookup.cfa"; null: all
    public String requires; // questions that it means to answer: docs/requirements.md; null: all
    public List<Class<? extends Exception>> refusals = List.of();
    public Operation<Map<String, Object>> decode, check, lookup, flip, unwind;
    public Operation<?> open;
    public boolean concurrent; // several threads may ask an opened section at once

    private final InputStream source = new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16);
    private final Request[] sections = new Request[OPEN_LIMIT]; // those that are open; the index is the name
    private final ExecutorService pool = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true); // a thread that still runs must not keep the process alive
        return thread;
    });

    public SframeAdapter(String name, String version, String profiles, String abis) {
        this.name = name;
        this.version = version;
        this.profiles = profiles;
        this.abis = abis;
    }

    // --- What answers are made of ---------------------------------------------------------------------------

    /** An answer, or a part of one: each key is followed by its value. */
    public static Map<String, Object> object(Object... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) object.put((String) members[i], members[i + 1]);
        return object;
    }

    public static String address(long value) { return "0x" + Long.toHexString(value); }

    /** "aux" of a decode, "bytes" of a flip. */
    public static String hex(byte[] bytes) { return HexFormat.of().formatHex(bytes); }

    /** Base plus offset; a base is "sp", "fp", "cfa" or a DWARF number such as "r10". */
    public static Map<String, Object> ruleSum(String base, long offset) {
        return object("base", base, "offset", offset);
    }

    /** The word in memory at base plus offset. */
    public static Map<String, Object> ruleLoad(String base, long offset) {
        return object("base", base, "offset", offset, "deref", true);
    }

    /** The answer to a lookup that finds nothing. What is missing: "function", "row", or "unknown" for either. */
    public static Map<String, Object> none(String what) { return object("none", what); }

    /** The bits that are set, by their names in this profile; a bit without a name by its value. */
    public static List<String> flags(String profile, int bits) {
        Map<Integer, String> names = new LinkedHashMap<>(Map.of(1, "sorted"));
        if (!profile.equals("v3")) names.put(2, "frame_pointer");
        if (!profile.equals("v1") && !profile.equals("v2")) names.put(4, "pcrel");
        return IntStream.range(0, 8).map(i -> 1 << i).filter(bit -> (bits & bit) != 0)
                .mapToObj(bit -> names.getOrDefault(bit, address(bit))).toList();
    }

    // --- JSON -----------------------------------------------------------------------------------------------

    private record Json(String text) {}

    private static String json(Object value) {
        if (value instanceof Json known) return known.text;
        if (value instanceof String text) return quoted(text);
        if (value instanceof Map<?, ?> members)
            return members.entrySet().stream().map(each -> quoted((String) each.getKey()) + ":" + json(each.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        if (value instanceof List<?> list)
            return list.stream().map(SframeAdapter::json).collect(Collectors.joining(",", "[", "]"));
        if (value instanceof Boolean || value instanceof Byte || value instanceof Short || value instanceof Integer
                || value instanceof Long || value instanceof BigInteger) return value.toString();
        throw new IllegalArgumentException("an answer cannot hold " + (value == null ? "null" : value.getClass()));
    }

    /** Half of a surrogate pair has no UTF-8, so what is not ASCII is escaped. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (char c : text.toCharArray()) {
            if (c < ' ' || c > '~') quoted.append(String.format("\\u%04x", (int) c));
            else if (c == '"' || c == '\\') quoted.append('\\').append(c);
            else quoted.append(c);
        }
        return quoted.append('"').toString();
    }

    // --- Requests -------------------------------------------------------------------------------------------

    /** Ends the adapter, because the runner could take later output for the answer to another request. */
    private static Error fail(String format, Object... values) {
        System.err.println("sframe_adapter: " + String.format(format, values));
        System.exit(2);
        return new Error();
    }

    /** One line without its end; null where the input ends before it begins. */
    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() < LINE_LIMIT) {
            int next = source.read();
            if (next < 0 && line.length() == 0) return null;
            if (next < 0) throw fail("the input ends within a request's line");
            if (next == '\n') return line.toString();
            if (next < ' ' || next > '~')
                throw fail("a request's line holds the byte 0x%02x: do the bytes before it match their LENGTH?", next);
            line.append((char) next);
        }
        throw fail("a request's line is longer than %d bytes", LINE_LIMIT - 1);
    }

    /** Reads a number without sign; BigInteger alone takes signs, and digits of other scripts. */
    private static long numberOf(String what, String word, int base, long limit) {
        if (!word.matches(base == 10 ? "[0-9]+" : "[0-9a-fA-F]+"))
            throw fail("%s is not a number to base %d: '%s'", what, base, word);
        BigInteger number = new BigInteger(word, base);
        if (number.bitLength() > 64 || Long.compareUnsigned(number.longValue(), limit) > 0)
            throw fail("%s is over the limit of %s: '%s'", what, Long.toUnsignedString(limit), word);
        return number.longValue();
    }

    private static long requestNumber(String word) { return numberOf("NUMBER", word, 10, Long.MAX_VALUE); }

    /** Reads bytes into a block of their own. */
    private byte[] readBytes(String word, long number) throws IOException {
        int length = (int) numberOf("LENGTH", word, 10, LENGTH_LIMIT);
        byte[] found = source.readNBytes(length);
        if (found.length != length)
            throw fail("the input ends within the bytes of request %d: %d of %d", number, found.length, length);
        return found;
    }

    /** A line of two words within a scenario. */
    private String[] readPair() throws IOException {
        String line = readLine();
        if (line == null) throw fail("the input ends within a scenario");
        String[] words = line.split(" ", -1);
        if (words.length != 2) throw fail("a line of a scenario is not two words: '%s'", line);
        return words;
    }

    private List<Piece> readPieces(long count, long number) throws IOException {
        List<Piece> pieces = new ArrayList<>();
        for (; count > 0; count--) {
            String[] words = readPair();
            pieces.add(new Piece(numberOf("ADDRESS", words[0], 16, -1), readBytes(words[1], number)));
        }
        return pieces;
    }

    /** Reads the scenario that follows the section's bytes; the line's last words say how long it is. */
    private Scenario readScenario(String[] words, int at, String abi, long number) throws IOException {
        long limit = numberOf("LIMIT", words[at], 10, 0xffffffffL);
        long count = numberOf("REGISTERS", words[at + 1], 10, COUNT_LIMIT);
        long modules = numberOf("MODULES", words[at + 2], 10, COUNT_LIMIT);
        long pieces = numberOf("PIECES", words[at + 3], 10, COUNT_LIMIT);
        Map<String, Long> registers = new LinkedHashMap<>();
        for (; count > 0; count--) {
            String[] pair = readPair();
            if (pair[0].length() > 15) throw fail("not the name of a register: '%s'", pair[0]);
            registers.put(pair[0], numberOf("VALUE", pair[1], 16, -1));
        }
        return new Scenario(limit, registers, readPieces(modules, number), readPieces(pieces, number),
                abi.equals("aarch64_be") || abi.equals("s390x"));
    }

    /** Reads the section of a request. A scenario that may follow its bytes is not read yet. */
    private Request readSection(String[] words) throws IOException {
        Request section = new Request();
        section.number = requestNumber(words[1]);
        section.profile = words[2];
        section.abi = words[3];
        section.address = numberOf("ADDRESS", words[4], 16, -1);
        section.bytes = readBytes(words[5], section.number);
        return section;
    }

    /** The request about a section. WORDS have the PC at AT; for an unwinding the scenario's length follows it. */
    private Request about(Request section, String operation, String[] words, int at) throws IOException {
        Request request = new Request();
        request.operation = operation;
        request.number = section.number;
        request.profile = section.profile;
        request.abi = section.abi;
        request.address = section.address;
        request.bytes = section.bytes;
        request.opened = section.opened;
        request.refusal = section.refusal;
        request.pc = numberOf("PC", words[at], 16, -1);
        if (operation.equals("unwind")) request.scenario = readScenario(words, at + 1, request.abi, request.number);
        return request;
    }

    // --- Answering ------------------------------------------------------------------------------------------

    private Map<String, Operation<Map<String, Object>>> operations() {
        Map<String, Operation<Map<String, Object>>> known = new LinkedHashMap<>();
        known.put("decode", decode);
        known.put("check", check);
        known.put("lookup", lookup);
        known.put("flip", flip);
        known.put("unwind", unwind);
        known.values().removeIf(each -> each == null);
        return known;
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(" ")).filter(word -> !word.isEmpty()).toList();
    }

    private Map<String, Object> hello() {
        Map<String, Object> hello = object("protocol", open != null ? 3 : 1, "name", name, "version", version,
                "profiles", words(profiles), "abis", words(abis), "operations", List.copyOf(operations().keySet()),
                "foreign_byte_order", !oneByteOrder);
        if (open != null) hello.put("opens", true);
        if (open != null && concurrent) hello.put("concurrent", true);
        if (exposes != null) hello.put("exposes", words(exposes));
        if (requires != null) hello.put("requires", requires);
        return hello;
    }

    private boolean isRefusal(Exception error) {
        return error instanceof Refused || error instanceof Unsupported
                || refusals.stream().anyMatch(known -> known.isInstance(error));
    }

    private Map<String, Object> ask(Request request) throws Exception {
        Operation<Map<String, Object>> operation = operations().get(request.operation);
        if (operation == null) throw new Unsupported("the adapter has no function for this operation");
        if (request.refusal != null) throw request.refusal;
        return operation.apply(request);
    }

    private Map<String, Object> answer(Request request) throws Exception {
        Map<String, Object> answer = object("request", request.number);
        try {
            Map<String, Object> found = ask(request);
            if (request.operation.equals("lookup")) answer.put("pc", address(request.pc));
            answer.putAll(found);
        } catch (Exception error) {
            if (!isRefusal(error)) throw error;
            String why = error.getMessage();
            answer.put(error instanceof Unsupported ? "unsupported" : "error",
                    why == null || why.isEmpty() ? "no reason given" : why);
        }
        return answer;
    }

    // --- Opened sections ------------------------------------------------------------------------------------

    /** Opens the section. If it is refused, keeps the refusal, which answers each question about it. */
    private Request opened(Request section) throws Exception {
        try {
            if (open != null) section.opened = open.apply(section);
        } catch (Exception error) {
            if (!isRefusal(error)) throw error;
            section.refusal = error;
        }
        return section;
    }

    private static void close(Request section) throws Exception {
        if (section.opened instanceof AutoCloseable kept) kept.close();
    }

    /** The name of a section. Ends the adapter unless it is open, or not open, as isOpen demands. */
    private int named(String word, boolean isOpen) {
        int name = (int) numberOf("NAME", word, 10, OPEN_LIMIT - 1);
        if ((sections[name] != null) != isOpen)
            throw fail("the section %s is %s", word, isOpen ? "not open" : "open already");
        return name;
    }

    private Map<String, Object> answerAlone(String[] words) throws Exception {
        Request section = opened(readSection(words));
        Map<String, Object> answer = answer(about(section, words[0], words, 6));
        close(section);
        return answer;
    }

    private Map<String, Object> answerOpen(String[] words) throws Exception {
        int name = named(words[6], false);
        sections[name] = opened(readSection(words));
        return object("request", sections[name].number);
    }

    private Map<String, Object> answerAsk(String[] words) throws Exception {
        Request request = about(sections[named(words[2], true)], words[3], words, 4);
        request.number = requestNumber(words[1]);
        return answer(request);
    }

    private Map<String, Object> answerClose(String[] words) throws Exception {
        int name = named(words[2], true);
        close(sections[name]);
        sections[name] = null;
        return object("request", requestNumber(words[1]));
    }

    // --- Several threads ------------------------------------------------------------------------------------

    /** Reads lines of an operation and a PC. */
    private List<Request> readQuestions(Request section, long count) throws Exception {
        List<Request> questions = new ArrayList<>();
        for (; count > 0; count--) {
            String[] pair = readPair();
            if (!operations().containsKey(pair[0]) || pair[0].equals("unwind"))
                throw fail("not an operation that several threads are asked: '%s'", pair[0]);
            questions.add(about(section, pair[0], pair, 1));
        }
        return questions;
    }

    /** Asks every question ROUNDS times, beginning with FIRST. Returns the first answer that is not that in ALONE. */
    private Map<String, Object> askAll(List<Request> questions, List<String> alone, int first) throws Exception {
        Map<String, Object> differs = Map.of();
        for (int i = 0; i < ROUNDS * questions.size(); i++) {
            int number = (first + i) % questions.size();
            String together = json(answer(questions.get(number)));
            if (differs.isEmpty() && !together.equals(alone.get(number)))
                differs = object("differs", number, "alone", new Json(alone.get(number)),
                        "together", new Json(together));
        }
        return differs;
    }

    private Map<String, Object> answerConcurrent(String[] words) throws Exception {
        Request section = sections[named(words[2], true)];
        int threads = (int) numberOf("THREADS", words[3], 10, THREAD_LIMIT);
        List<Request> questions = readQuestions(section, numberOf("COUNT", words[4], 10, COUNT_LIMIT));
        List<String> alone = new ArrayList<>();
        for (Request question : questions) alone.add(json(answer(question)));
        Map<String, Object> answered = object("request", requestNumber(words[1]));
        if (threads == 0) return answered;
        var gate = new CyclicBarrier(threads); // until all threads are started
        List<Callable<Map<String, Object>>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int first = i * questions.size() / threads;
            tasks.add(() -> { gate.await(); return askAll(questions, alone, first); });
        }
        for (Future<Map<String, Object>> found : pool.invokeAll(tasks)) {
            Map<String, Object> differs = found.get();
            if (answered.size() == 1) answered.putAll(differs);
        }
        return answered;
    }

    // --- The requests ---------------------------------------------------------------------------------------

    private interface Answering { Map<String, Object> apply(String[] words) throws Exception; }

    private Map<String, Object> answerLine(String line) throws Exception {
        if (line.equals("hello 1")) return hello();
        String[] words = line.split(" ", -1);
        Answering answering = this::answerAlone;
        int wanted = 7, operation = 0;
        switch (open == null ? "" : words[0]) {
            case "open" -> answering = this::answerOpen;
            case "ask" -> { answering = this::answerAsk; wanted = 5; operation = 3; }
            case "close" -> { answering = this::answerClose; wanted = 3; }
            case "concurrent" -> { if (concurrent) { answering = this::answerConcurrent; wanted = 5; } }
            default -> {}
        }
        if (operation < words.length && words[operation].equals("unwind")) wanted += 4;
        if (words.length != wanted) throw fail("not a request of the protocol: '%s'", line);
        return answering.apply(words);
    }

    /** Answers requests until the input ends. Exit status 2 after a message on standard error. */
    public void run() throws Exception {
        System.setOut(System.err); // what the reader prints is not part of the answers
        FileOutputStream sink = new FileOutputStream(FileDescriptor.out);
        for (String line; (line = readLine()) != null; ) {
            byte[] answer = (json(answerLine(line)) + "\n").getBytes(StandardCharsets.US_ASCII);
            try {
                sink.write(answer);
            } catch (IOException error) {
                throw fail("standard output cannot be written: %s", error.getMessage());
            }
        }
        for (Request section : sections) if (section != null) close(section);
    }
}

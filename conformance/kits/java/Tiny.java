import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A tiny reader of SFrame version 2 on AMD64; Example.java is an adapter for it. */
final class Tiny {
    private static final int HEADER_SIZE = 28, FUNCTION_SIZE = 20, MAGIC = 0xdee2, VERSION = 2, AMD64 = 3, PCREL = 4;

    @SuppressWarnings("serial")
    static final class Unreadable extends Exception {
        Unreadable(String why) { super(why); }
    }

    record Row(long start, boolean mangledRa, boolean cfaFromSp, int[] words) {} // offsets of the CFA, perhaps of FP

    record Function(long start, long size, boolean mask, int rowType, int repSize, boolean keyB, long rowCount,
            long rowsAt) {}

    record Place(int function, int index, Row row) {} // an index is -1 if there is none

    final int flags, fixedFp, fixedRa;
    final String text; // "v2", "v2e1" or "v2e2"
    final byte[] aux;
    private final ByteBuffer view;
    private final long address, functionCount, functionsAt, rowsAt, rowsEnd;

    Tiny(byte[] bytes, long address, String text) throws Unreadable {
        if (bytes.length < HEADER_SIZE) throw new Unreadable("the header is not whole");
        view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (unsigned(0, 2) != MAGIC || bytes[2] != VERSION || bytes[4] != AMD64)
            throw new Unreadable("not little-endian SFrame version 2 of AMD64");
        this.address = address;
        this.text = text;
        flags = bytes[3];
        fixedFp = bytes[5];
        fixedRa = bytes[6];
        if (fixedRa == 0)
            throw new Unreadable("rows of AMD64 do not say where the return address is, so the header must");
        long end = HEADER_SIZE + unsigned(7, 1);
        functionCount = unsigned(8, 4);
        functionsAt = end + unsigned(20, 4);
        rowsAt = end + unsigned(24, 4);
        rowsEnd = rowsAt + unsigned(16, 4);
        if (functionsAt + functionCount * FUNCTION_SIZE > rowsAt) throw new Unreadable("the functions are not whole");
        if (rowsEnd > bytes.length) throw new Unreadable("the rows are not whole");
        aux = Arrays.copyOfRange(bytes, HEADER_SIZE, (int) end);
    }

    private long unsigned(long at, int size) {
        return switch (size) {
            case 1 -> view.get((int) at) & 0xff;
            case 2 -> view.getShort((int) at) & 0xffff;
            default -> view.getInt((int) at) & 0xffffffffL;
        };
    }

    private int signed(long at, int size) {
        int unused = 32 - 8 * size;
        return (int) unsigned(at, size) << unused >> unused;
    }

    List<Function> functions() throws Unreadable {
        List<Function> all = new ArrayList<>();
        for (int i = 0; i < functionCount; i++) all.add(function(i));
        return all;
    }

    private Function function(int index) throws Unreadable {
        long at = functionsAt + (long) index * FUNCTION_SIZE;
        int info = (int) unsigned(at + 16, 1);
        boolean fromField = !text.equals("v2") && (flags & PCREL) != 0; // the flag came with erratum 1
        if ((info & 15) > 2) throw new Unreadable("a type of rows that nobody has defined");
        return new Function(address + signed(at, 4) + (fromField ? at : 0), unsigned(at + 4, 4), (info & 16) != 0,
                info & 15, (int) unsigned(at + 17, 1), (info & 32) != 0, unsigned(at + 12, 4),
                rowsAt + unsigned(at + 8, 4));
    }

    private void need(long at, long size) throws Unreadable {
        if (at + size > rowsEnd) throw new Unreadable("a row is not whole");
    }

    /** The rows that start at or before the offset. */
    List<Row> rows(Function function, long offset) throws Unreadable {
        List<Row> rows = new ArrayList<>();
        long at = function.rowsAt;
        int startSize = 1 << function.rowType;
        for (long i = 0; i < function.rowCount; i++) {
            need(at, startSize + 1);
            long start = unsigned(at, startSize);
            int info = (int) unsigned(at + startSize, 1), count = info >> 1 & 15, size = 1 << (info >> 5 & 3);
            at += startSize + 1;
            if (size > 4) throw new Unreadable("a size of words that nobody has defined");
            need(at, (long) count * size);
            if (count > 2) throw new Unreadable("a row of AMD64 has no more than two words");
            if (start > offset) break;
            int[] words = new int[count];
            for (int j = 0; j < count; j++, at += size) words[j] = signed(at, size);
            rows.add(new Row(start, (info & 128) != 0, (info & 1) != 0, words));
        }
        return rows;
    }

    /** The first function that has the PC, and its last row that starts at or before the PC. */
    Place find(long pc) throws Unreadable {
        for (int i = 0; i < functionCount; i++) {
            Function function = function(i);
            long offset = pc - function.start;
            if (Long.compareUnsigned(offset, function.size) >= 0) continue;
            if (function.mask && function.repSize == 0) throw new Unreadable("a block that repeats has no size");
            List<Row> rows = rows(function, function.mask ? offset % function.repSize : offset);
            return new Place(i, rows.size() - 1, rows.isEmpty() ? null : rows.get(rows.size() - 1));
        }
        return new Place(-1, -1, null);
    }
}

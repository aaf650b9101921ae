# What the pages show of each clause, as JSON: an array of
#
#   ["clause", id, [sections of v1, v2, v2e1, v3; of v2e2 before the last if that differs]]
#   ["quote", id, texts, words]
#   ["line", id, "file:line", [that line, and the others of the statement that it is in or stands above]]
#
# from ref/clauses.def, ref/quotes.txt and the sources of the oracle.  A line cites a clause if it has its id in brackets,
# or names its enumerator.  In awk, as `make` alone needs no Python.
function json(text) {
    gsub(/["\\]/, "\\\\&", text)
    gsub(/</, "\\u003c", text)
    gsub(/\t/, " ", text)
    return "\"" text "\""
}

function emit(row) { print separator row; separator = "," }

# The line cites a clause: once, however often it names it.
function cite(id) {
    if (cited[id] == FILENAME ":" FNR)
        return
    cited[id] = FILENAME ":" FNR
    held[++waiting] = "[\"line\",\"" id "\",\"" cited[id] "\",[" statement json($0)
}

function trimmed(text) { sub(/^ +/, "", text); sub(/ +$/, "", text); return text }

# The statement is whole: what cites a clause in it, or above it, has all its lines.
function end_statement(    i) {
    for (i = 1; i <= waiting; i++)
        emit(held[i] "]]")
    waiting = depth = 0
    statement = ""
}

function ends(code) {
    sub(/ *\/\*.*$/, "", code)
    depth += gsub(/\(/, "(", code) - gsub(/\)/, ")", code)
    return code ~ /^#/ || (depth <= 0 && code ~ /[;{},:]$/)
}

BEGIN { print "[" }
FNR == 1 { end_statement(); entry = "" }

FILENAME ~ /\.def$/ {
    if (/^CLAUSE\(/)
        entry = " "
    if (entry == "")
        next
    entry = entry $0
    if (!/"\)$/)
        next
    match(entry, /"[^"]*"/)
    id = substr(entry, RSTART, RLENGTH)
    match(entry, /AT5?\([^)]*\)/)
    sections = substr(entry, RSTART, RLENGTH)
    sub(/^AT5?\(/, "", sections)
    sub(/\)$/, "", sections)
    sections = ", " sections ","
    while (sub(/, +0,/, ", null,", sections))
        ;
    match(entry, /[a-z][a-z0-9_]*/)
    enumerators["SFR_" substr(entry, RSTART, RLENGTH)] = substr(id, 2, length(id) - 2)
    emit("[\"clause\"," id ",[" substr(sections, 3, length(sections) - 3) "]]")
    entry = ""
    next
}

FILENAME ~ /\.txt$/ {
    if (/^#/ || !/ \| /)
        next
    first = index($0, " | ")
    rest = substr($0, first + 3)
    second = index(rest, " | ")
    emit("[\"quote\"," json(trimmed(substr($0, 1, first - 1))) "," json(trimmed(substr(rest, 1, second - 1))) "," \
         json(trimmed(substr(rest, second + 3))) "]")
    next
}

/^ *$/ { end_statement(); next }

{
    line = trimmed($0)
    inside = inside || line ~ /^\/\*/
    is_code = !(inside && line !~ /\*\/ *[^ ]/)
    if (line ~ /\*\//)
        inside = 0
    if (is_code)
        for (i = 1; i <= waiting; i++)
            held[i] = held[i] "," json($0)
    for (text = $0; match(text, /\[[a-z0-9]+\.[a-z0-9-]+\]/); text = substr(text, RSTART + RLENGTH))
        cite(substr(text, RSTART + 1, RLENGTH - 2))
    count = split($0, words, /[^A-Za-z0-9_]+/)
    for (i = 1; i <= count; i++)
        if (words[i] in enumerators)
            cite(enumerators[words[i]])
    if (!is_code)
        next
    statement = statement json($0) ","
    if (ends(line))
        end_statement()
}

END { end_statement(); print "]" }

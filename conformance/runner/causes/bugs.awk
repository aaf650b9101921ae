# Makes C of bugs.txt: `vectors` and `kills` of bugs.c.
BEGIN { FS = "\t"; print "static const uint32_t vectors[] = {" }
NF == 1 { gsub(/[0-9a-f]+/, "0x&,"); print; next }
!begun { print "};\nstatic const struct {\n    const uint8_t *at;\n    size_t size;\n} kills[BUGS] = {"; begun = 1 }
{
    size = length($2) / 2
    gsub(/[0-9a-f][0-9a-f]/, "\\x&", $2)
    print "[BUG_" $1 "] = {(const uint8_t *)\"" $2 "\", " size "},"
}
END { print "};" }

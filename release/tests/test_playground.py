"""The playground in Chromium: its answers are the native oracle's, over the core and over random sections; what a user
does there; and nothing leaves the page."""
import base64
import json
import os
import random
import re
from urllib.parse import unquote, urlencode

import pytest

from common import commands
from common.section import bytes_of_input
from conformance.runner.tests.conftest import hostile
from corpus import jsonl
from ref.tests.elfmaker import ET_REL, SHT_GNU_SFRAME, SHT_PROGBITS, Elf, Section
from release.site import playground
from release.tests.conftest import BUILD, ROOT, done, run

SITE = BUILD / "site"
PAGE = SITE / "playground.html"
LARGEST = 300_000  # bytes of all that the page loads before it is used
PROFILES = ("v1", "v2", "v2e1", "v2e2", "v3")
MADE = 3000  # sections that are made by chance
LISTED = 1 << 12  # digits of a section that is compared as a whole
TOGETHER = 500  # questions that the page is asked at once

JUDGE = """async questions => questions.map(({hex, address, profile, pc}) => {
    oracle.open(bytesOfHex(hex), BigInt(address), PROFILES.indexOf(profile));
    const fields = partedFields(oracle.fields(0, 0x1000));
    return {check: oracle.check(), lookup: oracle.lookup(BigInt(pc)), model: oracle.model(),
            tiled: fields.reduce((at, one) => one.offset === at ? at + one.length : -1, 0)};
})"""


@pytest.fixture(scope="module")
def core():
    return [json.loads(line) for line in jsonl.vectors(done(BUILD / "sframe-gen", "emit", "--core").splitlines())]


@pytest.fixture(name="page")
def opened_page(page):
    opened(page, "")
    return page


def text_of(page, place):
    return " ".join(page.run(f"document.getElementById({place!r}).innerText").split())


def opened(page, fragment):
    page.open(PAGE, fragment)
    page.wait("!document.getElementById('section-shown').hidden && document.getElementById('verdict').textContent !== ''")


# --- The same answers as the native oracle's ---


def natively(questions):
    """The native oracle's answers to each question: to check, lookup and, if the section is not too long, decode."""
    last = ["decode" if len(one["hex"]) < LISTED else "check" for one in questions]
    asked = [(operation, one) for one, third in zip(questions, last) for operation in ("check", "lookup", third)]
    said = [b"hello 1\n"]
    for number, (operation, one) in enumerate(asked, 1):
        data = bytes.fromhex(one["hex"])
        line = f"{operation} {number} {one['profile']} amd64 {int(one['address'], 16):x} {len(data)} {int(one['pc'], 16):x}\n"
        said += [line.encode(), data]
    answered = commands.must(BUILD / "adapters/oracle", input=b"".join(said), text=False)
    answers = [json.loads(line) for line in answered.splitlines()[1:]]
    assert len(answers) == len(asked)
    return list(zip(answers[0::3], answers[1::3], answers[2::3]))


def in_page(page, questions):
    for at in range(0, len(questions), TOGETHER):
        yield from page.run(f"({JUDGE})({json.dumps(questions[at:at + TOGETHER])})")


def plain(answer):
    """An answer without members that only one side has: numbers of requests, words, violations."""
    return {name: value for name, value in answer.items() if name not in ("request", "error", "violations")}


def differences(question, native, shown):
    check, lookup, decode = native
    broken = [{name: one[name] for name in ("clause", "offset", "severity")} for one in shown["check"]["violations"]]
    if (shown["check"]["verdict"], broken) != (check["verdict"], check["violations"][:1000]):
        yield "check"
    if shown["check"]["count"] != len(check["violations"]):
        yield "count"
    if plain(shown["lookup"]) != plain(lookup):
        yield "lookup"
    if shown.get("model") is not None and "functions" in decode and \
            plain(shown["model"]) != {**plain(decode), "verdict": check["verdict"]}:
        yield "decode"
    if shown["tiled"] < min(len(question["hex"]) // 2, 0x1000):
        yield "fields"


def compared(page, questions):
    native = natively(questions)
    return [f"{each}: {question}" for question, expected, shown in zip(questions, native, in_page(page, questions), strict=True)
            for each in differences(question, expected, shown)]


def test_it_answers_as_the_native_oracle_does_over_the_core(page, core):
    sections = {one["id"]: one for one in core}
    wanted = page.run("loadVectors().then(({vectors, sections}) => vectors.map(one => [one.id, one.address, one.pc || '0x0',"
                      "(({bytes, parts}) => parts ? [...bytesOfParts(parts)].map(byteText).join('') : bytes)(sections[one.section])]))")
    assert [name for name, *_ in wanted] == list(sections)
    questions = [{"hex": data, "address": address, "profile": name.split("/")[0], "pc": pc} for name, address, pc, data in wanted]
    for (name, *_), question in zip(wanted, questions):
        given = sections[name]["input"]
        assert (question["hex"], question["profile"]) == (bytes_of_input(given).hex(), sections[name]["profile"])
        assert (question["address"], question["pc"]) == (given["address"], given.get("pc", "0x0"))
        if "pc" not in given:
            question["pc"] = hex((int(question["address"], 16) + 0x1000) % 2**64)  # where most functions begin
    assert compared(page, questions) == []


def changed(chance, data):
    """A section with a few bytes changed, cut off or added; some sections are random bytes."""
    data = bytearray(data if chance.random() < 0.95 else chance.randbytes(chance.randrange(200)))
    for _ in range(chance.randrange(1, 5)):
        if data:
            data[chance.randrange(len(data))] = chance.choice((0, 1, 0x7f, 0x80, 0xff, chance.randrange(256)))
    if chance.random() < 0.2:
        del data[chance.randrange(len(data) + 1):]
    return bytes(data) + (chance.randbytes(chance.randrange(9)) if chance.random() < 0.1 else b"")


def test_it_answers_as_the_native_oracle_does_to_bytes_made_by_chance(page, core):
    chance, questions = random.Random(1), []
    seeds = sorted({one["input"]["bytes"] for one in core if "bytes" in one["input"]})
    for _ in range(MADE):
        address = chance.choice((0, 0x10000, 0x10000, 2**64 - chance.randrange(1, 0x3000)))
        questions.append({"hex": changed(chance, bytes.fromhex(chance.choice(seeds))).hex(), "address": hex(address),
                          "profile": chance.choice(PROFILES), "pc": hex((address + chance.randrange(0xff0, 0x1080)) % 2**64)})
    assert compared(page, questions) == []


def test_fields_are_those_that_sframe_ref_prints(page, core):
    for vector in [one for one in core if "bytes" in one["input"]][::200]:
        command = [BUILD / "sframe-ref", "dump", "--annotate", "--json", "-p", vector["profile"], "-a", vector["input"]["address"], "-"]
        printed = commands.run(*command, input=bytes_of_input(vector["input"]), text=False).stdout
        page.run(f"openVector({vector['id']!r})")
        assert page.run("now.vector.id") == vector["id"]
        if printed:  # of no bytes nothing is printed
            fields = json.loads(printed)["fields"]
            parted = page.run("oracle.fields(0, now.bytes.length)")
            assert [one for one in parted if "part" not in one] == fields, vector["id"]
            some = [one for one in parted if one["offset"] + one.get("length", 0) >= 9 and one["offset"] < 30]
            assert page.run("oracle.fields(9, 30)") == some, vector["id"]


# --- What a user does ---


def section_of(core, kind="v3/amd64/decode/", category="valid"):
    return next(bytes.fromhex(one["input"]["bytes"]) for one in core if one["id"].startswith(kind) and one["class"] == category)


def test_a_byte_is_changed_by_keyboard_and_the_verdict_follows(page):
    assert text_of(page, "verdict").startswith("valid")
    page.run("document.querySelector('#grid [tabindex=\"0\"]').focus()")
    assert text_of(page, "detail").startswith("0x0 sfp_magic: 0xdee2")
    for key in ("ArrowRight", "ArrowRight", "7"):
        page.key(key)
    assert text_of(page, "verdict").startswith("malformed")
    page.key("7")  # the second digit: the next byte follows
    assert page.run("now.bytes[2]") == 0x77 and page.run("document.activeElement.dataset.at") == "3"
    assert "version.known" in text_of(page, "violations") and page.run("document.querySelectorAll('#violations blockquote').length") > 0
    page.run("document.getElementById('reset').click()")
    assert text_of(page, "verdict").startswith("valid")


def test_pointing_at_a_byte_shows_its_field(page):
    page.run("document.querySelector('#grid [data-at=\"9\"]').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
    assert text_of(page, "detail").startswith("0x9 sfh_num_fdes: functions: 1 (header)")
    assert page.run("[...document.querySelectorAll('#grid .same')].map(one => one.dataset.at).join()") == "8,9,10,11"
    assert page.run("document.querySelector('#fields .same').dataset.at") == "8"


def test_a_link_holds_the_section(page, core):
    data = section_of(core, "v2/s390x/decode/") if any(one["id"].startswith("v2/s390x") for one in core) else section_of(core)
    pasted(page, data.hex(" "))
    page.run("ask(0x1234n)")
    link, verdict = unquote(page.run("document.getElementById('link').hash")), text_of(page, "verdict")
    assert "pc=0x1234" in link
    opened(page, link)
    assert bytes(page.run("[...now.bytes]")) == data and text_of(page, "verdict") == verdict
    assert page.run("document.getElementById('pc').value") == "0x1234"
    opened(page, playground.link(section=data, address="0x20").partition(".md")[2])  # as pages of the site have it
    assert bytes(page.run("[...now.bytes]")) == data and page.run("now.address === 0x20n")


def test_a_report_leads_to_each_section(page, core, tmp_path):
    """Also to a section made of parts.  The report's links name the site by its address; here it is on the disk."""
    large = next(one["id"] for one in core if "parts" in one["input"] and "pc" in one["input"])
    small = next(one["id"] for one in core if one["class"] == "valid" and "pc" in one["input"])
    selected = [word for name in (large, small) for word in ("--select", name)]
    refuses = hostile("hello", 'greet:{"operations": ["lookup"]}', "each", "refuse")
    run(BUILD / "sframe-conform", "--core", *selected, "--html", tmp_path / "report.html", f"no={refuses}")
    for name in (large, small):
        vector = next(one for one in core if one["id"] == name)
        page.open(tmp_path / "report.html", f"#case=no:{name}")
        link = page.wait("document.querySelector('#linked a[href*=playground]')?.href")
        address, _, fragment = link.partition("#")
        assert re.fullmatch(r"https://[\w.-]+\.github\.io/[\w.-]+/playground\.html", address)
        opened(page, f"#{fragment}")
        given = vector["input"]
        assert bytes.fromhex(page.run("[...now.bytes].map(byteText).join('')")) == bytes_of_input(given)
        assert page.run("[hex(now.address), hex(now.pc), PROFILES[now.profile]]") == [given["address"], given["pc"], vector["profile"]]


@pytest.mark.parametrize("parts", [[{"times": 10**15, "bytes": ""}], [{"times": 2**40, "bytes": "00"}], [{"times": "x", "bytes": "00"}], [7], {},
                                   [{"times": 1, "bytes": "00", "count": [{"at": 9, "width": 4, "step": 1}]}]])
def test_parts_of_a_link_that_make_no_section_are_refused(page, parts):
    opened(page, "#" + urlencode({"parts": json.dumps(parts)}))
    assert "Not done" in page.wait("document.getElementById('notice').textContent")


def pasted(page, text):
    page.run(f"document.getElementById('hex').value = {text!r}; document.getElementById('hex').dispatchEvent(new Event('input'))")


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("order", ["little", "big"])
def test_sections_of_an_elf_file_are_found(page, core, bits, order):
    first, second = section_of(core), section_of(core, "v1/amd64/decode/")
    sections = [Section(".sframe", first, type=SHT_PROGBITS, address=0x2000), Section(".other", second, type=SHT_GNU_SFRAME, address=0x4000)]
    opened_file(page, Elf(sections, bits=bits, order=order).file())
    assert page.run("now.sections.length") == 2 and bytes(page.run("[...now.bytes]")) == first
    assert page.run("document.getElementById('address').value") == "0x2000"
    page.run("document.getElementById('section').value = 1; document.getElementById('section').dispatchEvent(new Event('change'))")
    assert bytes(page.run("[...now.bytes]")) == second and page.run("now.address === 0x4000n")


def opened_file(page, data):
    page.run(f"guarded(take)(bytesOfBase64({base64.b64encode(data).decode()!r}))")


def test_elf_files_that_are_broken_or_have_no_section(page):
    whole = Elf([Section(".text", b"x" * 64)]).file()
    opened_file(page, whole)
    assert "has no SFrame section" in text_of(page, "notice")
    data, chance = bytes.fromhex(page.run("FACTS.example.bytes")), random.Random(2)
    whole = Elf([Section(".sframe", data, type=SHT_GNU_SFRAME)], type=ET_REL).file()
    opened_file(page, whole)
    assert "relocations are not applied" in text_of(page, "notice")
    for at in range(0, 400):
        broken = bytearray(whole[:chance.randrange(16, len(whole))] if at % 4 == 0 else whole)
        for _ in range(3):
            broken[chance.randrange(4, min(64, len(broken)))] = chance.randrange(256)
        opened_file(page, bytes(broken))
        assert re.match("|Not done: this ELF file|An object file", text_of(page, "notice"))


def test_hexadecimal_digits_that_are_wrong_are_said(page):
    pasted(page, "e2 d")
    page.wait("document.getElementById('notice').textContent.includes('a byte has two digits')")
    pasted(page, "<img>")
    page.wait("document.getElementById('notice').textContent.includes('is no hexadecimal digit')")


def test_open_points_are_named(page, core):
    seen = set()
    for vector in [one for one in core if one["class"] == "contested"][::40]:
        point = json.loads((ROOT / f"conformance/ledger/{playground.points_of(vector)[0]}.json").read_text(encoding="utf-8"))
        page.run(f"openVector({vector['id']!r})")
        assert point["title"] in text_of(page, "points"), vector["id"]
        seen.add(page.run("checked.verdict"))
    assert "valid" in seen and len(seen) > 1  # also where no violation leads to it


def test_a_large_section_is_drawn_in_parts(page):
    size = page.run("""(() => {
        const one = bytesOfHex(FACTS.example.bytes), bytes = new Uint8Array(1 << 20);
        bytes.set(one);
        openBytes(bytes);
        choose(0x2345);
        return document.querySelectorAll("#grid [role=gridcell]").length;
    })()""")
    assert size == 512 and "0x2200 to 0x2400 of 0x100000" in text_of(page, "window")
    assert text_of(page, "functions") == "Too much to list; ask for a PC."
    assert "Too large for a link" in text_of(page, "shared")


# --- Nothing leaves the page, and what it is made of ---


def test_nothing_is_asked_for_after_the_page_was_loaded(page, core):
    page.open(PAGE)
    page.wait("!document.getElementById('section-shown').hidden")
    before = len(page.requests)
    opened_file(page, Elf([Section(".sframe", section_of(core), type=SHT_GNU_SFRAME)]).file())
    page.run("setByte(3, 'ff'); ask(0x10n); document.getElementById('link').click()")
    page.wait("location.hash.length > 10")
    assert page.requests[before:] == []
    blocked = "new Promise(done => { document.addEventListener('securitypolicyviolation', () => done('policy'), {once: true}); %s })"
    for attempt in ("fetch('https://example.invalid/').catch(() => 0)", "new Image().src = 'https://example.invalid/x.png'",
                    "navigator.sendBeacon('https://example.invalid/', 'x')"):
        assert page.run(blocked % attempt) == "policy"
    page.errors.clear()  # that the policy stopped these
    page.requests.clear()


def test_what_it_loads_is_small_and_the_core_comes_when_it_is_asked_for(page):
    loaded = {re.split("[?#]", url)[0].removeprefix("file://") for url in page.requests if url.startswith("file:")}
    assert not any(name.endswith("packed.js") for name in loaded)
    assert sum(os.path.getsize(unquote(name)) for name in loaded) < LARGEST
    page.run("openVector('v3/amd64/decode')")
    assert any(url.endswith("packed.js") for url in page.requests)


def test_a_link_is_drawn_alone_and_one_that_cannot_be_opened_leaves_the_example(page):
    """The example is not drawn before what a link opens: a slow processor has that once to do."""
    watching = page.call("Page.addScriptToEvaluateOnNewDocument", source="""
        addEventListener("DOMContentLoaded", () => new MutationObserver(all => (window.verdicts ??= []).push(...all.flatMap(one => [...one.addedNodes].map(text => text.data))))
            .observe(document.getElementById("verdict"), { childList: true }))""")
    opened(page, "#section=3uIDAQ")
    page.call("Page.removeScriptToEvaluateOnNewDocument", **watching)
    assert [text.partition(":")[0] for text in page.run("window.verdicts")] == ["malformed"]
    opened(page, "#vector=no-such-vector")
    assert "no vector of the core" in text_of(page, "notice") and text_of(page, "verdict").startswith("valid")


def test_without_a_script_it_says_what_to_do(page):
    with page.without_scripts():
        page.open(PAGE)
        assert "needs a script" in page.run("document.querySelector('noscript').innerText")


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_the_screen(page, width, scheme):
    page.size(width, 844, mobile=width < 700)
    page.scheme(scheme)
    opened(page, "#vector=v3/amd64/decode")
    page.wait("now.vector !== null")
    assert page.run("document.documentElement.scrollWidth") == width
    pictures = SITE.with_name("site-pictures")
    pictures.mkdir(exist_ok=True)
    (pictures / f"playground-{width}-{scheme}.png").write_bytes(page.picture())


def test_pages_of_clauses_vectors_and_findings_lead_to_it(core):
    folders = {"clauses": "index.html", "conformance/findings": "index.html"}
    for folder, other in folders.items():
        pages = [path for path in (SITE / folder).glob("*.html") if path.name != other]
        assert pages and [path.name for path in pages if "playground.html" not in path.read_text(encoding="utf-8").partition("<main")[2]] == []
    linked = {unquote(link) for path in SITE.rglob("*.html") for link in
              re.findall(r'playground\.html#vector=([^"]+)"', path.read_text(encoding="utf-8"))}
    assert linked and linked <= {one["id"] for one in core}
    drawn = [path.read_text(encoding="utf-8") for path in (SITE / "clauses").glob("*.html")]
    assert sum("sframe-conform --select" in text for text in drawn) == sum("playground.html#vector=" in text for text in drawn) > 0

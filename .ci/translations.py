#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The texts of the settings window for translators: po/focusd-settings.pot.

    .ci/translations.py          writes the template from the sources, and merges it into po/*.po
    .ci/translations.py check    prints texts that users see outside of tr(…), and what is out of date

A text is the literal in tr("…"), or the two in plural(count, "…", "…"); literals may be joined by +.
Interpolations become {1}, {2} in their order.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources/FocusSettings"
TEMPLATE = ROOT / "po/focusd-settings.pot"
# Arguments that name something for the program and not for the user.
INNER = re.compile(
    r"(?:SettingsRow|Group|Page|Item|(?:SidebarItem|Chip|Card)(?:<Intent>)?|Shortcut(?:<Intent>)?)\(\s*$"
    r"|(?:icon|separator|of|with|id|into|forKey|named|keys|ending|like):\s*$"
    r"|(?:hasPrefix|hasSuffix|contains|split|replacing|format|FocusID|AppID|string|flag|init)\(\s*$"
    r"|Panel\.Key\(tr\(\"[^\"]*\"\), $")
# The command line is in English, as that of all programs here; a place's name is an identifier.
OUTSIDE = {"Program.swift", "Place.swift", "Translating.swift"}


class Literal:
    """A string literal: where it stands, its text with {n}, and the literals in its interpolations."""

    def __init__(self, start, end, text, inner):
        self.start, self.end, self.text, self.inner = start, end, text, inner


def literal_at(code, start):
    """Reads the literal that begins at a quote."""
    long = code.startswith('"""', start)
    quote = '"""' if long else '"'
    place, text, inner, count = start + len(quote), "", [], 0
    while not code.startswith(quote, place):
        if code.startswith("\\(", place):
            end = place + 2
            depth = 1
            while depth:
                if code[end] == '"':
                    nested = literal_at(code, end)
                    inner.append(nested)
                    end = nested.end
                    continue
                depth += {"(": 1, ")": -1}.get(code[end], 0)
                end += 1
            count += 1
            text += "{%d}" % count
            place = end
        elif code[place] == "\\":
            text += {"n": "\n", "t": "\t", "\n": ""}.get(code[place + 1], code[place + 1])
            place += 2
        else:
            text += code[place]
            place += 1
    if long:
        text = "\n".join(line.strip() for line in text.strip("\n").split("\n"))
    return Literal(start, place + len(quote), text, inner)


def literals(code):
    """All literals of a file, outermost first, without those in comments."""
    place = 0
    while place < len(code):
        if code.startswith("//", place):
            place = code.find("\n", place) % (len(code) + 1)
        elif code[place] == '"':
            found = literal_at(code, place)
            yield found
            place = found.end
        else:
            place += 1


def flat(found):
    for one in found:
        yield one
        yield from flat(one.inner)


def joined(code, found):
    """Joins literals with + between them: (text, literals)."""
    text, count = found[0].text, len(re.findall(r"\{\d+\}", found[0].text))
    for one in found[1:]:
        text += re.sub(r"\{(\d+)\}", lambda match: "{%d}" % (int(match[1]) + count), one.text)
        count += len(re.findall(r"\{\d+\}", one.text))
    return text


def calls(code, all_literals):
    """The calls of tr and plural: (line, [texts], used literals)."""
    by_start = {one.start: one for one in all_literals}
    for match in re.finditer(r"\b(tr|plural)\(", code):
        if any(one.start < match.start() < one.end and
               not in_interpolation(one, code, match.start()) for one in all_literals):
            continue
        place, texts, used, run = match.end(), [], [], []
        depth = 1
        while depth and place < len(code):
            if place in by_start:
                run.append(by_start[place])
                used.append(by_start[place])
                place = by_start[place].end
                continue
            sign = code[place]
            if sign == "," and run:
                texts.append(joined(code, run))
                run = []
            depth += {"(": 1, ")": -1}.get(sign, 0)
            place += 1
        if run:
            texts.append(joined(code, run))
        yield code.count("\n", 0, match.start()) + 1, match[1], texts, used


def in_interpolation(literal, code, place):
    """True if a place inside a literal is code, not text."""
    at = literal.start + 1
    while at < literal.end:
        if code.startswith("\\(", at):
            end, depth = at + 2, 1
            while depth:
                if code[end] == '"':
                    end = literal_at(code, end).end
                    continue
                depth += {"(": 1, ")": -1}.get(code[end], 0)
                end += 1
            if at < place < end:
                return True
            at = end
        else:
            at += 1
    return False


def is_visible(one, code):
    """True for a text that looks like one for users."""
    text = re.sub(r"\{\d+\}", "", one.text)
    # Options of commands have no letters that a user reads.
    if not re.search(r"[^\W\d_]", text) or text.startswith("--"):
        return False
    if INNER.search(code[max(0, one.start - 60):one.start]):
        return False
    return bool(re.match(r"[A-Z“…]", text)) or bool(re.search(r"[a-z] |[ ][a-z]", text))


def scan():
    """The texts of all sources, and the complaints."""
    entries, complaints = {}, []
    for path in sorted(SOURCES.rglob("*.swift")):
        if path.name in OUTSIDE:
            continue
        code = path.read_text("utf-8")
        name = str(path.relative_to(ROOT))
        every = list(flat(literals(code)))
        used = set()
        for line, kind, texts, parts in calls(code, every):
            used.update(part.start for part in parts)
            if not texts or (kind == "plural" and len(texts) != 2):
                complaints.append(f"{name}:{line}: {kind} needs literal texts")
                continue
            entries.setdefault(tuple(texts), []).append(f"{name}:{line}")
        exempt = {match.end() - 1 for match in re.finditer(r'// Not shown: [^\n]*\n[^"]*"', code)}
        for one in every:
            if one.start in used or one.start in exempt or not is_visible(one, code):
                continue
            line = code.count("\n", 0, one.start) + 1
            complaints.append(f"{name}:{line}: a text for users outside of tr(…): {one.text[:60]}")
    return entries, complaints


def quoted(text):
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'


def template(entries):
    lines = [
        "# SPDX-License-" + "Identifier: Apache-2.0",
        "# The texts of focus-settings. {1}, {2} stand for parts that the program fills in.",
        'msgid ""', 'msgstr ""', '"Project-Id-Version: focusd\\n"',
        '"Content-Type: text/plain; charset=UTF-8\\n"', '"Content-Transfer-Encoding: 8bit\\n"',
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"',
    ]
    for texts, places in sorted(entries.items(), key=lambda entry: entry[1][0]):
        files = sorted({place.rsplit(":", 1)[0] for place in places})
        lines += ["", "#: " + " ".join(files), f"msgid {quoted(texts[0])}"]
        if len(texts) == 2:
            lines += [f"msgid_plural {quoted(texts[1])}", 'msgstr[0] ""', 'msgstr[1] ""']
        else:
            lines.append('msgstr ""')
    return "\n".join(lines) + "\n"


def singulars(entries):
    """A text cannot be a plural at one place and none at another."""
    firsts = {}
    for texts, places in list(entries.items()):
        known = firsts.setdefault(texts[0], texts)
        if known != texts:
            one, two = sorted([known, texts], key=len)
            entries[two] += entries.pop(one)
            firsts[texts[0]] = two
    return entries


def main():
    entries, complaints = scan()
    text = template(singulars(entries))
    if sys.argv[1:] == ["check"]:
        if not TEMPLATE.exists() or TEMPLATE.read_text("utf-8") != text:
            complaints.append("po/focusd-settings.pot: out of date; run .ci/translations.py")
        for path in sorted((ROOT / "po").glob("*.po")):
            complaints += missing(path, entries)
        print("\n".join(complaints), end="\n" if complaints else "")
        sys.exit(1 if complaints else 0)
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(text, "utf-8")
    for path in sorted((ROOT / "po").glob("*.po")):
        subprocess.run(
            ["msgmerge", "--quiet", "--update", "--backup=none", "--no-fuzzy-matching", "--no-wrap",
             path, TEMPLATE], check=True)
    print("\n".join(complaints), end="\n" if complaints else "")


def missing(path, entries):
    """The texts without a translation, and translations that drop or invent a part."""
    name = str(path.relative_to(ROOT))
    known, key = {}, None
    for line in path.read_text("utf-8").splitlines():
        match = re.match(r'(msgid|msgid_plural|msgstr(?:\[\d\])?) "(.*)"$', line)
        more = re.match(r'"(.*)"$', line)
        if match:
            part = match[1]
            if part == "msgid":
                key = []
            key.append([part, match[2]])
            if part.startswith("msgstr"):
                known[key[0][1]] = key
        elif more and key:
            before = key[0][1]
            key[-1][1] += more[1]
            if key[-1][0] == "msgid":
                known.pop(before, None)
    known = {parts[0][1]: parts for parts in known.values()}
    for texts in entries:
        parts = known.get(quoted(texts[0])[1:-1])
        answers = [text for part, text in parts or [] if part.startswith("msgstr")]
        if not answers or not all(answers):
            yield f"{name}: no translation of “{texts[0]}”"
            continue
        wanted = set(re.findall(r"\{\d+\}", texts[-1]))
        for answer in answers[-1:]:
            if set(re.findall(r"\{\d+\}", answer)) != wanted:
                yield f"{name}: other parts than in “{texts[0]}”: “{answer}”"


if __name__ == "__main__":
    main()

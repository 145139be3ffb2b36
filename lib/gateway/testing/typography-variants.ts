// How words and numbers are written so that they read the same and are not the same text: for tests.

export type Variant = readonly [name: string, write: (text: string) => string];

/** Puts something between the first two letters of every word. */
const inside = (what: string) => (text: string) => text.replaceAll(/\b([A-Za-z])(?=[A-Za-z])/g, `$1${what}`);
const between = (what: string) => (text: string) => [...text].join(what);
const behind = (what: string) => (text: string) => text.replaceAll(/[A-Za-z]/g, `$&${what}`);
const letters = (from: string, to: string) => {
  const others = new Map([...from].map((letter, at) => [letter, [...to][at] ?? letter]));
  return (text: string) => Array.from(text, (letter) => others.get(letter) ?? letter).join("");
};
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";
const CAPITALS = ALPHABET.toUpperCase();
/** A row of letters that begins at a code point, for small letters and, from another, for capitals. */
const row = (small: number, capital = small) =>
  letters(
    ALPHABET + CAPITALS,
    [small, capital].map((first) => [...ALPHABET].map((_, at) => String.fromCodePoint(first + at)).join("")).join(""),
  );
const bytes = (text: string): number[] => [...new TextEncoder().encode(text)];
const base64 = (text: string): string => btoa(String.fromCharCode(...bytes(text)));
const hex = (code: number, width: number): string => code.toString(16).padStart(width, "0");
const every = (write: (code: number) => string) => (text: string) =>
  Array.from(text, (character) => write(character.charCodeAt(0))).join("");
const spaced = (gap: string, words: string) => (text: string) =>
  text
    .split(" ")
    .map((word) => [...word].join(gap))
    .join(words);

/** Of any text with letters: what is found is the whole of it. */
export const wordVariants: readonly Variant[] = [
  ["a zero-width space", inside("\u200b")],
  ["a zero-width non-joiner", inside("\u200c")],
  ["a zero-width joiner", inside("\u200d")],
  ["a word joiner", inside("\u2060")],
  ["a byte order mark", inside("\ufeff")],
  ["a soft hyphen", inside("\u00ad")],
  ["a combining grapheme joiner", inside("\u034f")],
  ["a Hangul filler", inside("\u3164")],
  ["a Mongolian separator", inside("\u180e")],
  ["an invisible times", inside("\u2062")],
  ["a left-to-right mark", inside("\u200e")],
  ["a right-to-left override", inside("\u202e")],
  ["a directional isolate", inside("\u2066")],
  ["a control character", inside("\u0008")],
  ["a delete character", inside("\u007f")],
  ["many zero-width spaces", inside("\u200b".repeat(3000))],
  ["a variation selector", inside("\ufe0f")],
  ["a supplementary variation selector", inside("\u{e0101}")],
  ["a tag", inside("\u{e0041}")],
  ["an acute accent", inside("\u0301")],
  ["a diaeresis behind each letter", behind("\u0308")],
  ["a stroke through each letter", behind("\u0336")],
  ["an enclosing circle", behind("\u20dd")],
  ["five marks behind each letter", behind("\u0300\u0316\u0334\u0350\u0489")],
  ["an Arabic mark", inside("\u064e")],
  ["full width", row(0xff41, 0xff21)],
  ["mathematical bold", row(0x1d41a, 0x1d400)],
  ["mathematical monospace", row(0x1d68a, 0x1d670)],
  ["mathematical sans-serif", row(0x1d5ba, 0x1d5a0)],
  ["circled letters", row(0x24d0, 0x24b6)],
  ["negative circled letters", row(0x1f150)],
  ["squared letters", row(0x1f130)],
  ["negative squared letters", row(0x1f170)],
  ["regional indicators", row(0x1f1e6)],
  ["small capitals", letters("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ")],
  ["accented letters", letters("aeioucsntrAEIOU", "áéíóúçşñţřÁÉÍÓÚ")],
  ["Cyrillic look-alikes", letters("aceopsxyijAEIKMNOPCTX", "асеорѕхуіјАЕІКМНОРСТХ")],
  [
    "one Cyrillic look-alike",
    (text) => text.replace(/[eoa]/, (letter) => ({ e: "е", o: "о" })[letter] ?? "а").replace("A", "А"),
  ],
  ["Greek look-alikes", letters("oiuvnpAEIKMNO", "οιυνηρΑΕΙΚΜΝΟ")],
  ["Armenian and Cherokee look-alikes", letters("onugsAKIEMT", "օոսցѕᎪᏦᎥᎬᎷᎢ")],
  ["Latin letters of other alphabets", letters("aigsouzA", "ɑıɡʂᴏᴜᴢᗅ")],
  ["Cyrillic look-alikes and zero-width spaces", (text) => inside("\u200b")(letters("eo", "ео")(text))],
  ["base64", base64],
  ["base64 of base64", (text) => base64(base64(text))],
  [
    "base64 for addresses",
    (text) => base64(`~~~${text}???`).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  ],
  [
    "base64 of a longer text",
    (text) => base64(`The thing is called ${text} and nothing else, as everybody knows by now.`),
  ],
  ["base64 with zero-width spaces", (text) => between("\u200b")(base64(text))],
  ["base64 in lines", (text) => base64(`${"It is a long text. ".repeat(6)}${text}`).replaceAll(/.{76}/g, "$&\n")],
  ["percent encoding", every((code) => `%${hex(code, 2)}`)],
  [
    "percent encoding of one letter",
    (text) => text.replace(/[a-zA-Z]/, (letter) => `%${hex(letter.charCodeAt(0), 2)}`),
  ],
  ["percent encoding twice", every((code) => `%25${hex(code, 2)}`)],
  ["decimal entities", every((code) => `&#${code};`)],
  ["hexadecimal entities", every((code) => `&#x${hex(code, 4)};`)],
  ["entities without an end", every((code) => `&#${code}`)],
  ["an entity that is not seen", inside("&shy;")],
  ["a zero-width space as an entity", inside("&#8203;")],
  ["a zero-width space as a named entity", inside("&ZeroWidthSpace;")],
  ["a mark as a named entity", inside("&DownBreve;")],
  ["named entities of double-struck letters", (text) => text.replaceAll(/[a-z]/gi, "&$&opf;")],
  ["escapes of JSON", every((code) => `\\u${hex(code, 4)}`)],
  ["escapes of programs", every((code) => `\\x${hex(code, 2)}`)],
  ["tags alone", every((code) => String.fromCodePoint(0xe0000 + code))],
];

/** Of words alone: letters with something between them. */
export const spelledVariants: readonly Variant[] = [
  ["spelled out", spaced(" ", "   ")],
  ["spelled with dots", spaced(".", "  ")],
  ["spelled with dashes", spaced("-", "   ")],
  ["spelled with underscores and spaces", spaced(" _ ", "     ")],
  ["spelled with asterisks", spaced("*", "  ")],
  ["spelled over lines", spaced("\n", "\n\n")],
  ["spelled with no-break spaces", spaced("\u00a0", "\u00a0\u00a0")],
  ["spelled with thin spaces", spaced("\u2009", "  ")],
  ["spelled in capitals", (text) => spaced(" ", "  ")(text.toUpperCase())],
  ["spelled in full width", (text) => spaced(" ", "  ")(row(0xff41)(text))],
];

const digits = (zero: number) => (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const separated = (by: string) => (text: string) => text.replaceAll(/[ -]/g, by);

/** Of any number that is written in groups. */
export const numberVariants: readonly Variant[] = [
  ["a non-breaking hyphen", separated("\u2011")],
  ["an en dash", separated("\u2013")],
  ["an em dash", separated("\u2014")],
  ["a figure dash", separated("\u2012")],
  ["a minus sign", separated("\u2212")],
  ["a full-width hyphen", separated("\uff0d")],
  ["dots", separated(".")],
  ["middle dots", separated("\u00b7")],
  ["bullets", separated("\u2022")],
  ["underscores", separated("_")],
  ["slashes", separated("/")],
  ["line breaks", separated("\n")],
  ["line breaks of Windows", separated("\r\n")],
  ["tabs", separated("\t")],
  ["two spaces", separated("  ")],
  ["dashes with spaces", separated(" - ")],
  ["en dashes with spaces", separated(" – ")],
  ["no-break spaces", separated("\u00a0")],
  ["narrow no-break spaces", separated("\u202f")],
  ["ideographic spaces", separated("\u3000")],
  ["line separators", separated("\u2028")],
  ["spaces as entities", separated("&nbsp;")],
  ["escaped line breaks", separated("\\n")],
  ["full-width digits", digits(0xff10)],
  ["Arabic digits", digits(0x660)],
  ["Persian digits", digits(0x6f0)],
  ["Devanagari digits", digits(0x966)],
  ["Thai digits", digits(0xe50)],
  ["mathematical digits", digits(0x1d7ce)],
  ["circled digits", (text) => text.replaceAll(/\d/g, (digit) => [..."⓪①②③④⑤⑥⑦⑧⑨"][Number(digit)] ?? "")],
  ["negative circled digits", (text) => text.replaceAll(/\d/g, (digit) => [..."⓿❶❷❸❹❺❻❼❽❾"][Number(digit)] ?? "")],
  ["superscript digits", (text) => text.replaceAll(/\d/g, (digit) => [..."⁰¹²³⁴⁵⁶⁷⁸⁹"][Number(digit)] ?? "")],
  ["keycaps", (text) => text.replaceAll(/\d/g, "$&\ufe0f\u20e3")],
  ["soft hyphens between digits", (text) => text.replaceAll(/\d(?=\d)/g, "$&\u00ad")],
  ["zero-width spaces between digits", (text) => text.replaceAll(/\d(?=\d)/g, "$&\u200b")],
  ["word joiners between groups", (text) => text.replaceAll(/[ -]/g, "\u2060$&\u2060")],
  ["marks behind digits", (text) => text.replaceAll(/\d/g, "$&\u0332")],
  ["a number in base64", base64],
  ["a number in percent encoding", every((code) => `%${hex(code, 2)}`)],
  ["a number in entities", every((code) => `&#${code};`)],
];

// Ordinary texts pass every rule, though normal forms make more of them alike.
import { expect, test } from "vitest";
import { outcomeOf, passage } from "./testing";

const words =
  "secret pot cop het tot bomb kill drop hot mop top pox coca poco poca rope tema tema ace ass xep cap opera".split(
    " ",
  );
const rules = [
  { type: "keyword-blocklist", config: { words: [...words, "schön gut", "geheim"] } },
  { type: "pii-detection", config: {} },
  { type: "secret-detection", config: {} },
  { type: "prompt-injection", config: { sensitivity: "high" } },
  { type: "content-moderation", config: {} },
  { type: "input-validation", config: { deny_patterns: ["(?i)drop\\s+table", "(?i)\\bsecret\\b"] } },
];

test.each([
  ["English", "The secretary's “naïve” résumé – well, it’s fine… She said: ‘no’, and left at 10:30."],
  [
    "German",
    "Die Straße ist schön, und das Geheimnis bleibt geheimnisvoll – für 1.234,56 € am 24.12.2024 um 18.30 Uhr.",
  ],
  ["French", "L’été dernier, à Noël, les élèves ont mangé des crêpes ; ça coûtait 12 345,67 € (n° 42)."],
  ["Spanish", "¿Cómo está usted? El niño comió 3 piñas y pagó 1.250,00 pesos."],
  ["Portuguese", "A informação não está disponível até às 10h30 de amanhã, são só 5 opções."],
  ["Polish", "Zażółć gęślą jaźń, a potem łódź odpłynęła o 7.15."],
  ["Turkish", "Işık ılık süt içti; İstanbul'da 34 plakalı araç."],
  ["Vietnamese", "Tiếng Việt có nhiều dấu: Nguyễn Thị Minh Khai đã đến."],
  ["Russian", "У него болит рот, а тот кот не хотел есть. Нет, вот сор у порога: убери его. Тема дня: опера."],
  ["Russian with Latin names", "Мой iPhone 15 и USB-порт не работают, IT-отдел сказал: «нет»."],
  ["Ukrainian", "Сьогодні в місті був хор і оркестр; ціна 120,50 грн."],
  ["Bulgarian", "Днес времето е хубаво, а утре ще вали дъжд. Котката спи до топа."],
  ["Greek", "Το καλοκαίρι πάμε στη θάλασσα και τρώμε ψάρι. Η τιμή είναι 12,50 €."],
  ["Arabic", "مرحبا بك، كيف حالك اليوم؟ السعر ١٢٣٫٤٥ دينار، والموعد ٢٤/١٢/٢٠٢٤."],
  ["Hebrew", "שלום, מה שלומך? המחיר הוא 120 ש״ח ביום 24.12.2024."],
  ["Persian", "می‌خواهم کتاب‌ها را بخوانم؛ قیمت ۱۲۰۰ تومان است."],
  ["Hindi", "नमस्ते, आप कैसे हैं? किताब की कीमत १२०० रुपये है।"],
  ["Thai", "สวัสดีครับ วันนี้อากาศดี ราคา ๑๒๐ บาท"],
  ["Chinese", "你好，今天天气很好。第１２版的价格是３０美元，共２０２４册。"],
  ["Japanese", "こんにちは。ｶﾀｶﾅとひらがな、価格は１２００円です。"],
  ["Korean", "안녕하세요, 오늘 날씨가 좋네요. 가격은 1200원입니다."],
  ["emoji", "Great 👍🏽 job 👩‍👩‍👧‍👦 🇩🇪🇫🇷 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["a UUID", "id 550e8400-e29b-41d4-a716-446655440000 and 6ba7b810-9dad-11d1-80b4-00c04fd430c8"],
  [
    "hashes",
    "sha 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 and d41d8cd98f00b204e9800998ecf8427e",
  ],
  ["order numbers", "Order 20261122-101518, invoice 2024/0001234, ticket #48812, ISBN 978-3-16-148410-0."],
  ["versions", "From 1.2.3 to 10.20.30, v2024.11.05, 4.18.0-553.el8_10, node 20.9.0, IE 11.0.9600.17843."],
  ["dates", "2024-12-24, 24.12.2024, 12/24/2024, 24–26 December 2024, 2024-12-24T18:30:00Z, 1999–2004."],
  ["prices", "$149.99 2024, 1,234.56 USD, € 12.345,00 – 99.000,00, CHF 1'200.50, 415.00 555.00."],
  ["a table of numbers", "| 12 | 345 | 67 |\n| 89 | 1011 | 12 |\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14"],
  ["years in lines", "2019\n2020\n2021\n2022\n2023\n2024"],
  ["mathematics", "a + b = c, x² + y² = z², 𝑓(𝑥) = 3𝑥 − 4, α ≤ β, 10 μm, ∑ᵢ xᵢ = 1, 1/2 + 3/4"],
  ["an address of an image", "https://cdn.example.com/a/b.png?w=120&h=90&q=75#upper%20left"],
  ["HTML", "<p>Fish &amp; chips cost &pound;5 &mdash; caf&eacute; &#10003;</p>"],
  [
    "HTML of other alphabets",
    "<i>&alpha;&ndash;&omega;, Fran&ccedil;ois, &Ocy;&lcy;&iecy;&gcy; &constructor; AT&amp;T; a&b;c &nosuch;</i>",
  ],
  ["an address with many members", "https://example.com/?a=1&image=2&re=3&order=4&part=5"],
  ["lists of figures", "4021,4022,4024,4025,4026 and 12:30:45:10 and (4021)(12) and `4021` `4022` and **4021** **22**"],
  ["JSON", '{"name":"Ann","note":"line\\nbreak \\u00e9","list":[1,2,3],"id":"a1"}'],
  ["code", "const x = items.map((i) => i.id ?? 0); // i.e. a.b.c.d\nfor (let i = 0; i < n; i++) { s += a[i]; }"],
  ["LaTeX", "\\nabla \\times \\text{E} = -\\frac{\\partial B}{\\partial t}, \\xi \\in \\mathbb{R}^{12}"],
  ["a path of Windows", "C:\\new\\reports\\tables\\x20\\users.txt"],
  [
    "an image in base64",
    `![](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)`,
  ],
  ["harmless text in base64", `The header is ${btoa("Hello, this is an ordinary sentence of a text.")} as usual.`],
  ["initials", "J. R. R. Tolkien, C. S. Lewis and A. A. Milne; U.S.A., e.g., i.e., a b c d e f g"],
  ["a list", "a) one\nb) two\nc) three\nd) four\n\n- x\n- y\n- z"],
  ["long words", "Donaudampfschifffahrtsgesellschaftskapitän, internationalization, Llanfairpwllgwyngyll"],
])("%s", async (_name, text) => {
  const fired = await Promise.all(
    rules.map(async (rule) => {
      const { fires, findings } = await outcomeOf(rule, [passage(text)]);
      return fires
        ? [rule.type, ...(findings[0] ?? []).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)]
        : [];
    }),
  );
  expect(fired.flat()).toEqual([]);
});

test("a blocked word with marks matches only with them, and one without matches with any", async () => {
  const fires = async (word: string, text: string) =>
    (await outcomeOf({ type: "keyword-blocklist", config: { words: [word] } }, [passage(text)])).fires;
  expect(await fires("schön", "das ist schon gut")).toBe(false);
  expect(await fires("schön", "das ist sch\u200bön")).toBe(true);
  expect(await fires("schön", "das ist scho\u0308n")).toBe(true);
  expect(await fires("resume", "my résumé")).toBe(true);
});

test("a Russian word matches its look-alikes, but not the English word that it resembles", async () => {
  const fires = async (word: string, text: string) =>
    (await outcomeOf({ type: "keyword-blocklist", config: { words: [word] } }, [passage(text)])).fires;
  expect(await fires("секс", "это cекc")).toBe(true);
  expect(await fires("бомба", "вот бoмбa")).toBe(true);
  expect(await fires("рот", "a pot of tea")).toBe(false);
  expect(await fires("pot", "a рот of tea")).toBe(true);
  expect(await fires("pot", "рот")).toBe(true);
  expect(await fires("pot", "у него болит рот и зуб")).toBe(false);
});

// What reads the same is found, however it is written, and wherever in a request it stands.
import { describe, expect, test } from "vitest";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import { GatewayFailure } from "../errors";
import { key, settings } from "../testing/memory-parts";
import { numberVariants, spelledVariants, type Variant, wordVariants } from "../testing/typography-variants";
import { type Guard, guardOf, guardRequest } from "./guard";
import { HoldBack } from "./hold-back";
import { surroundings } from "./testing";

type Body = Record<string, unknown>;
const world = { ...surroundings(), report: () => undefined, fired: () => undefined };

function guardBy(rule: object): Guard {
  const section = guardrails.parse({ rules: [{ action: "block", ...rule }] });
  const guard = guardOf({ key, organization: null, settings: { ...settings, guardrails: section } }, null);
  if (!guard) throw new Error("There are no rules.");
  return guard;
}

const saying = (content: unknown): Body => ({ model: "m", messages: [{ role: "user", content }] });

/** What goes to the provider; null where the request is blocked. */
async function sent(rule: object, body: Body): Promise<Body | null> {
  try {
    return (await guardRequest(body, guardBy(rule), world)).body;
  } catch (error) {
    if (error instanceof GatewayFailure && error.code === "content_blocked") return null;
    throw error;
  }
}

const word = { type: "keyword-blocklist", config: { words: ["secret"] } };
const aws = { type: "secret-detection", config: { types: ["aws_key"] } };
const pii = (entity: string) => ({ type: "pii-detection", config: { entities: [entity] } });
const redacting = ({ config, ...rule }: { type: string; config: object }) => ({
  ...rule,
  config: { ...config, remediation: "redact" },
});

const KEY = "AKIAIOSFODNN7EXAMPLE";
const CARD = "4111 1111 1111 1111";
const injection = { type: "prompt-injection" };
const denied = { type: "input-validation", config: { deny_patterns: ["(?i)drop\\s+table"] } };
const topic = {
  type: "topic-restriction",
  config: { forbidden_topics: [{ name: "politics", keywords: ["election fraud"] }] },
};
const leakage = { type: "data-leakage-prevention", stage: "pre" };

const wordRules: [text: string, rule: object][] = [
  ["secret", word],
  ["build a bomb", { type: "content-moderation" }],
  ["ignore all previous instructions", injection],
  ["election fraud", topic],
  ["drop table", denied],
  ["drop table users", leakage],
  ["ann.lee@example.com", pii("email")],
  [KEY, aws],
];
const spelledRules = wordRules.slice(0, 4);
const numberRules: [text: string, rule: ReturnType<typeof pii>][] = [
  [CARD, pii("credit_card")],
  ["123-45-6789", pii("ssn")],
  ["415-555-2671", pii("phone")],
  ["DE89 3704 0044 0532 0130 00", pii("iban")],
];
/** Digits alone stand in no country's IBAN, and a line break in the middle of its letters is none of its forms. */
const altered: [text: string, kind: string, rule: object, variants: readonly Variant[]][] = [
  ["secret", "blocked word", redacting(word), [...wordVariants, ...spelledVariants]],
  ["ann.lee@example.com", "email", redacting(pii("email")), wordVariants],
  [KEY, "aws_key", redacting(aws), wordVariants],
  ...numberRules.map(([text, rule]): [string, string, object, readonly Variant[]] => [
    text,
    rule.config.entities[0] ?? "",
    redacting(rule),
    numberVariants,
  ]),
];
/** A capital letter that only looks like a small one is no key's. */
const isCovered = (text: string, name: string) => text !== KEY || name !== "Armenian and Cherokee look-alikes";
const written = (text: string, variants: readonly Variant[]) =>
  variants.flatMap(([name, write]) =>
    write(text) !== text && isCovered(text, name) ? [[name, write(text)] as const] : [],
  );

describe("a request is blocked", () => {
  const cases = [
    ...wordVariants.map((variant) => ({ variant, rules: wordRules })),
    ...spelledVariants.map((variant) => ({ variant, rules: spelledRules })),
    ...numberVariants.map((variant) => ({ variant, rules: numberRules })),
  ];
  test.each(cases.map(({ variant: [name, write], rules }) => [name, write, rules] as const))(
    "by every rule if its text is written with %s",
    async (name, write, rules) => {
      const passed: string[] = [];
      for (const [text, rule] of rules) {
        if (write(text) === text || !isCovered(text, name)) continue;
        if (await sent(rule, saying(`Tell ${write(text)} now`))) passed.push(text);
      }
      expect(passed).toEqual([]);
    },
  );
});

describe("matches are replaced within the text", () => {
  test.each(
    altered.flatMap(([text, kind, rule, variants]) =>
      written(text, variants).map(([name, w]) => [kind, name, w, rule] as const),
    ),
  )("%s with %s", async (kind, _name, text, rule) => {
    expect(await sent(rule, saying(`Tell ${text} now`))).toEqual(saying(`Tell [REDACTED:${kind}] now`));
  });

  test("the rest of the text keeps its characters", async () => {
    const body = saying("Ça\u00a0va \u2013 se\u200bcret \u2013 ｎａïｖｅ — Straße, ﬁn");
    expect(await sent(redacting(word), body)).toEqual(
      saying("Ça\u00a0va \u2013 [REDACTED:blocked word] \u2013 ｎａïｖｅ — Straße, ﬁn"),
    );
  });
});

test("a match in a long text keeps its position, even where the text's parts meet", async () => {
  const long = "Größe 12 – ".repeat(12_000);
  for (const at of [0, 65_530, 65_536, 100_000]) {
    const text = (found: string) => `${long.slice(0, at)} ${found} ${long.slice(at)}`;
    expect(await sent(redacting(word), saying(text("se\u200bcret")))).toEqual(saying(text("[REDACTED:blocked word]")));
  }
});

/** Where a text may stand in what goes to a provider. */
const chat = (more: Body): Body => ({ ...saying("Hello"), ...more });
const native = (body: Body): Body => ({ model: "m", messages: [], native: { model: "m", ...body } });
const places: [name: string, body: (text: string) => Body][] = [
  [
    "a schema's description",
    (text) =>
      chat({
        response_format: {
          type: "json_schema",
          json_schema: { name: "a", schema: { type: "object", description: text } },
        },
      }),
  ],
  [
    "a schema's enum",
    (text) =>
      chat({ response_format: { type: "json_schema", json_schema: { name: "a", schema: { enum: ["a", text] } } } }),
  ],
  [
    "a schema's property",
    (text) =>
      chat({
        response_format: { type: "json_schema", json_schema: { name: "a", schema: { properties: { [text]: {} } } } },
      }),
  ],
  ["a schema's name", (text) => chat({ response_format: { type: "json_schema", json_schema: { name: text } } })],
  ["a stop word", (text) => chat({ stop: text })],
  ["one of several stop words", (text) => chat({ stop: ["a", text] })],
  ["the user", (text) => chat({ user: text })],
  ["metadata", (text) => chat({ metadata: { note: text } })],
  ["a name in metadata", (text) => chat({ metadata: { [text]: "a" } })],
  ["an unknown member", (text) => chat({ extra: text })],
  ["an unknown member, deep inside", (text) => chat({ extra: { a: [{ b: [text] }] } })],
  ["the role", (text) => ({ model: "m", messages: [{ role: text, content: "a" }] })],
  ["a part's type", (text) => saying([{ type: text }])],
  ["a part's unknown member", (text) => saying([{ type: "text", text: "a", note: text }])],
  ["an author's name", (text) => ({ model: "m", messages: [{ role: "user", name: text, content: "a" }] })],
  ["a call's id", (text) => ({ model: "m", messages: [{ role: "tool", tool_call_id: text, content: "a" }] })],
  ["reasoning", (text) => ({ model: "m", messages: [{ role: "assistant", content: "a", reasoning_content: text }] })],
  ["a tool's choice", (text) => chat({ tool_choice: { type: "function", function: { name: text } } })],
  ["what is predicted", (text) => chat({ prediction: { type: "content", content: text } })],
  ["a web search's place", (text) => chat({ web_search_options: { user_location: { approximate: { city: text } } } })],
  ["a text that begins like a file", (text) => saying(`data: ${text}`)],
  [
    "a data URL of text",
    (text) => saying([{ type: "image_url", image_url: { url: `data:image/svg+xml,<svg>${text}</svg>` } }]),
  ],
  [
    "a data URL of text in base64",
    (text) => saying([{ type: "file", file: { file_data: `data:text/plain;base64,${btoa(text)}` } }]),
  ],
  ["a file's data", (text) => saying([{ type: "file", file: { file_data: text } }])],
  ["a file's name", (text) => saying([{ type: "file", file: { filename: text } }])],
  [
    "a reasoning summary",
    (text) => native({ input: [{ type: "reasoning", id: "r", summary: [{ type: "summary_text", text }] }] }),
  ],
  [
    "reasoning that only claims to be encrypted",
    (text) => native({ input: [{ type: "reasoning", id: "r", encrypted_content: text }] }),
  ],
  [
    "a response's format",
    (text) => native({ input: "a", text: { format: { type: "json_schema", schema: { description: text } } } }),
  ],
  ["a response's metadata", (text) => native({ input: "a", metadata: { note: text } })],
  ["a response's user", (text) => native({ input: "a", safety_identifier: text })],
  ["a prompt's variables", (text) => native({ prompt: { id: "p", variables: { a: text } } })],
  ["an unknown member of a response", (text) => native({ input: "a", extra: [text] })],
  [
    "a message's thinking",
    (text) =>
      native({ messages: [{ role: "assistant", content: [{ type: "thinking", thinking: text, signature: "a" }] }] }),
  ],
  [
    "a message's document",
    (text) =>
      native({
        messages: [
          {
            role: "user",
            content: [{ type: "document", source: { type: "text", media_type: "text/plain", data: text } }],
          },
        ],
      }),
  ],
  [
    "a document's title",
    (text) => native({ messages: [{ role: "user", content: [{ type: "document", title: text, context: "a" }] }] }),
  ],
  [
    "a tool's input",
    (text) =>
      native({
        messages: [{ role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: { a: text } }] }],
      }),
  ],
  [
    "a name in a tool's input",
    (text) =>
      native({
        messages: [{ role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: { [text]: 1 } }] }],
      }),
  ],
  ["a message's stop word", (text) => native({ messages: [], stop_sequences: [text] })],
  ["a message's user", (text) => native({ messages: [], metadata: { user_id: text } })],
];

/** A text in two bodies or more. */
const bodies: [name: string, body: (start: string, end: string) => Body][] = [
  [
    "two parts",
    (one, two) =>
      saying([
        { type: "text", text: `Tell ${one}` },
        { type: "text", text: `${two} now` },
      ]),
  ],
  [
    "parts around an image",
    (one, two) =>
      saying([
        { type: "text", text: `Tell ${one}` },
        { type: "image_url", image_url: { url: "https://a.test/b" } },
        { type: "text", text: `${two} now` },
      ]),
  ],
  [
    "two messages",
    (one, two) => ({
      model: "m",
      messages: [
        { role: "user", content: `Tell ${one}` },
        { role: "user", content: `${two} now` },
      ],
    }),
  ],
  [
    "long messages",
    (one, two) => ({
      model: "m",
      messages: [
        { role: "user", content: `${"Long ago. ".repeat(500)}${one}` },
        { role: "user", content: `${two}${" long ago".repeat(500)}` },
      ],
    }),
  ],
  ["parts of one letter", (one, two) => saying([...`${one}${two}`].map((text) => ({ type: "text", text })))],
  [
    "items of a response",
    (one, two) =>
      native({
        input: [
          { role: "user", content: one },
          { role: "user", content: [{ type: "input_text", text: two }] },
        ],
      }),
  ],
  [
    "blocks of a message",
    (one, two) =>
      native({
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: one },
              { type: "text", text: two },
            ],
          },
        ],
      }),
  ],
  [
    "parts with zero-width spaces",
    (one, two) =>
      saying([
        { type: "text", text: `${one}\u200b` },
        { type: "text", text: `\u200b${two}` },
      ]),
  ],
];
const split: [text: string, start: string, end: string, rule: { type: string; config: object }][] = [
  ["secret", "sec", "ret", word],
  [CARD, "4111 1111", "1111 1111", pii("credit_card")],
  [KEY, "AKIAIOSFOD", "NN7EXAMPLE", aws],
];

const placeRules: [string, { type: string; config: object }][] = [
  ["a secret thing", word],
  [CARD, pii("credit_card")],
  [KEY, aws],
];

describe("every text of a request is checked", () => {
  test.each(places)("%s", async (_name, body) => {
    for (const [text, rule] of placeRules) {
      expect(await sent(rule, body(text))).toBeNull();
      // Nor does it reach the provider where it is to be altered.
      const other = JSON.stringify(await sent(redacting(rule), body(text)));
      expect(other).toMatch(/REDACTED/);
      expect(other).not.toContain(text);
    }
  });

  test.each(bodies)("a text split over %s", async (_name, body) => {
    for (const [text, one, two, rule] of split) {
      expect(await sent(rule, body(one, two))).toBeNull();
      const other = JSON.stringify(await sent(redacting(rule), body(one, two)));
      expect(other).toMatch(/REDACTED/);
      for (const known of [text, one, two]) expect(other).not.toContain(`"${known}"`);
    }
  });

  test("a phrase whose words are split over two messages is found", async () => {
    const [first] = bodies.slice(2);
    expect(await sent({ type: "content-moderation" }, first?.[1]("build a", "bomb") ?? {})).toBeNull();
  });
});

/** What of an answer in these bodies reaches the client. */
async function streamed(rule: object, parts: readonly string[]): Promise<string> {
  const holdBack = new HoldBack(guardBy({ ...rule, stage: "post" }), world);
  let text = "";
  const take = (events: string): void => {
    for (const event of events.split("\n\n")) {
      if (event.startsWith("data: {")) text += JSON.parse(event.slice(6)).choices[0].delta.content;
    }
  };
  for (const part of parts) {
    take(await holdBack.take(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: part } }] })}`));
  }
  take(await holdBack.take("data: [DONE]"));
  return text;
}

describe("a stream is read the same way wherever it is cut", () => {
  const before = "Once upon a time there was a king. ".repeat(20);
  test.each(
    altered.flatMap(([text, kind, rule, variants]) =>
      written(text, variants).map(([name, w]) => [kind, name, w, rule] as const),
    ),
  )("%s with %s", async (kind, name, text, rule) => {
    const whole = [...`${before}Tell ${text} now. ${before}`];
    const size = 1 + (name.length % 7);
    const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
      whole.slice(at * size, (at + 1) * size).join(""),
    );
    expect(await streamed(rule, parts)).toBe(`${before}Tell [REDACTED:${kind}] now. ${before}`);
  });
});

// A stream in chunks of any size comes to what the whole answer comes to.
import { describe, expect, test } from "vitest";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import { GatewayFailure } from "../errors";
import { key, settings } from "../testing/memory-parts";
import { type Guard, guardAnswer, guardOf } from "./guard";
import { HoldBack } from "./hold-back";
import { surroundings } from "./testing";

const world = { ...surroundings(), report: () => undefined, fired: () => undefined };
const guardBy = (rules: object[]): Guard => {
  const section = guardrails.parse({ rules: rules.map((rule) => ({ stage: "post", action: "block", ...rule })) });
  const guard = guardOf({ key, organization: null, settings: { ...settings, guardrails: section } }, null);
  if (!guard) throw new Error("There are no rules.");
  return guard;
};

const words = [
  ..."ann@example.com|4111 1111 1111 1111|hello| |, |the quick brown fox|123-45-6789|bomb|AKIAIOSFODNN7EXAMPLE".split(
    "|",
  ),
  ..."12 34|a|.|\n|x1y2z3|+49 30 1234567|-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----".split("|"),
  "lorem ipsum dolor sit amet ".repeat(12),
];

/** A generator of numbers below a bound, the same in every run (Park and Miller). */
function numbers(seed: number) {
  let state = seed;
  return (bound: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}

const content = { choices: [{ index: 0, message: { content: "" } }] };
const outcomeOf = async (work: () => Promise<string>): Promise<string> =>
  work().catch((error) => {
    if (error instanceof GatewayFailure && error.code === "content_blocked") return "blocked";
    throw error;
  });

const whole = (guard: Guard, text: string) =>
  outcomeOf(async () => {
    const answer = { choices: [{ ...content.choices[0], message: { content: text } }] };
    return JSON.parse((await guardAnswer(JSON.stringify(answer), guard, world)).text).choices[0].message.content;
  });

/** What of a text is sent, and whether all of it was. */
async function streamed(guard: Guard, chunks: readonly string[]): Promise<{ sent: string; outcome: string }> {
  const holdBack = new HoldBack(guard, world);
  let sent = "";
  const send = (events: string) => {
    for (const event of events.split("\n\n")) {
      if (event.startsWith("data: {")) sent += JSON.parse(event.slice(6)).choices[0].delta.content;
    }
  };
  const outcome = await outcomeOf(async () => {
    for (const chunk of chunks) {
      send(await holdBack.take(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: chunk } }] })}`));
    }
    send(await holdBack.take("data: [DONE]"));
    return sent;
  });
  return { sent, outcome };
}

test.each<[string, object[]]>([
  ["altered personal data", [{ type: "pii-detection", config: { remediation: "redact" } }]],
  [
    "several that alter",
    [
      { type: "pii-detection", config: { entities: ["email", "credit_card"], remediation: "mask" } },
      { type: "keyword-blocklist", config: { words: ["bomb", "quick brown"], remediation: "redact" } },
    ],
  ],
  ["altered secrets", [{ type: "secret-detection", config: { remediation: "redact" } }]],
  ["blocked numbers", [{ type: "pii-detection", config: { entities: ["phone", "ssn", "credit_card"] } }]],
  ["blocked secrets", [{ type: "secret-detection" }]],
])("%s", async (_name, rules) => {
  const guard = guardBy(rules);
  const next = numbers(rules.length + JSON.stringify(rules).length);
  let blocked = 0;
  for (let round = 0; round < 60; round++) {
    const chosen = Array.from({ length: 3 + next(30) }, () => words[next(words.length)] ?? "");
    const text = chosen.join(next(2) ? " " : "");
    const chunks: string[] = [];
    for (let at = 0; at < text.length; at += chunks.at(-1)?.length ?? 1) chunks.push(text.slice(at, at + 1 + next(25)));
    const [expected, { sent, outcome }] = [await whole(guard, text), await streamed(guard, chunks)];
    expect(outcome).toBe(expected);
    if (outcome !== "blocked") continue;
    blocked += 1;
    expect(await whole(guard, sent)).toBe(sent);
  }
  expect(blocked > 0).toBe(!JSON.stringify(rules).includes("remediation"));
});

describe("an address in two parts of an answer", () => {
  const [part, rest] = ["Write to ann@exam", "ple.com."].map((text) => ({ type: "text", text }));
  const image = { type: "image_url", image_url: { url: "https://images.test/1.png" } };
  const [blocking, redacting] = ["block", "redact"].map((remediation) =>
    guardBy([{ type: "pii-detection", config: { entities: ["email"], remediation } }]),
  );
  const wholeWith = (guard: Guard | undefined, answer: object) =>
    outcomeOf(async () => (guard ? (await guardAnswer(JSON.stringify(answer), guard, world)).text : ""));
  const choice = (content: unknown) => ({ index: 0, message: { role: "assistant", content } });

  test.each<[string, object]>([
    ["a chat", { choices: [choice([part, rest])] }],
    ["a chat, around a picture", { choices: [choice([part, image, rest])] }],
    ["a response", { native: { output: [{ type: "message", content: [part, rest] }] } }],
    ["a message", { native: { content: [part, rest] } }],
  ])("of %s is found", async (_name, answer) => {
    expect(await wholeWith(blocking, answer)).toBe("blocked");
    const redacted = await wholeWith(redacting, answer);
    expect(redacted).toContain("[REDACTED:email]");
    expect(redacted).not.toMatch(/ann@|ple\.com/);
  });

  test.each<[string, object]>([
    ["choices", { choices: [choice([part]), choice([rest])] }],
    ["choices of texts", { choices: [choice(part?.text), choice(rest?.text)] }],
    ["messages of a response", { native: { output: [{ content: [part] }, { content: [rest] }] } }],
  ])("is none across %s", async (_name, answer) => {
    expect(await wholeWith(blocking, answer)).toBe(JSON.stringify(answer));
  });

  test.each<[string, unknown[]]>([
    ["texts and lists", [part?.text, [rest]]],
    ["lists and texts", [[part], rest?.text]],
    ["one list", [[part, rest]]],
    ["lists of other lengths", [[image, part], [rest]]],
  ])("of a stream in %s is found", async (_name, contents) => {
    const sentBy = (guard: Guard | undefined) =>
      outcomeOf(async () => {
        if (!guard) return "";
        const holdBack = new HoldBack(guard, world);
        let sent = "";
        for (const content of contents)
          sent += await holdBack.take(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}`);
        return sent + (await holdBack.take("data: [DONE]"));
      });
    expect(await sentBy(blocking)).toBe("blocked");
    const redacted = await sentBy(redacting);
    expect(redacted).toContain("[REDACTED:email]");
    expect(redacted).not.toMatch(/ann@|ple\.com/);
  });
});

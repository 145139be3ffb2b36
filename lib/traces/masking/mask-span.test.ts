import { describe, expect, test } from "vitest";
import type { OtlpSpan } from "@/lib/contracts/traces/otlp";
import { RuleFlaw } from "@/lib/gateway/guardrails/rule-flaw";
import { compileMasking } from "./compile-masking";
import { maskSpan } from "./mask-span";
import { UNCHECKED } from "./mask-texts";
import { CARD, cards, emails, keys, MAIL, masked, orders, ruleOf, spanOf, text } from "./testing";

describe("every text of a span is masked", () => {
  const redacted = "[REDACTED:email]";
  test.each<[string, Partial<OtlpSpan>, object]>([
    ["its name", { name: `mail to ${MAIL}` }, { name: `mail to ${redacted}` }],
    ["its status message", { status: { code: 2, message: `no ${MAIL}` } }, { statusMessage: `no ${redacted}` }],
    [
      "its input and the attribute that it came from",
      { attributes: [text("input.value", `I am ${MAIL}`)] },
      { input: `I am ${redacted}`, attributes: { "input.value": `I am ${redacted}` } },
    ],
    [
      "messages",
      {
        attributes: [
          text("gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"${MAIL}"}]}]`),
        ],
      },
      { output: [{ role: "assistant", parts: [{ type: "text", content: redacted }] }] },
    ],
    ["its session", { attributes: [text("session.id", MAIL)] }, { session: redacted }],
    ["an attribute's name", { attributes: [text(MAIL, "yes")] }, { attributes: { [redacted]: "yes" } }],
    [
      "names that become equal",
      { attributes: [text(MAIL, "1"), text("bob@example.com", "2")] },
      { attributes: { [redacted]: "1", [`${redacted} 2`]: "2" } },
    ],
    [
      "events and links",
      { events: [{ name: MAIL, attributes: [text("a", MAIL)] }], links: [{ attributes: [text("a", MAIL)] }] },
      { events: [{ name: redacted, attributes: { a: redacted } }], links: [{ attributes: { a: redacted } }] },
    ],
  ])("%s", async (_, change, expected) => {
    const { span, masked: counts } = await masked(change, emails);
    expect(span).toMatchObject(expected);
    expect(JSON.stringify(span)).not.toContain(MAIL);
    expect(counts[0]).toBeGreaterThan(0);
  });

  test("even a card number sent as an integer", async () => {
    const { span } = await masked({ attributes: [{ key: "card", value: { intValue: 4111111111111111 } }] }, cards);
    expect(span.attributes).toEqual({ card: "***" });
  });

  test("but ids, times and figures stay", async () => {
    const change = {
      endTimeUnixNano: "1700000009000000000",
      attributes: [text("gen_ai.usage.input_tokens", "2000000000")],
    };
    const everything = { type: "patterns", config: { patterns: ["(?s).+"] } };
    const before = spanOf(change);
    const { span } = await masked(change, everything);
    const { traceId, spanId, project, startedAt, endedAt, latencyMs, promptTokens, kind } = before;
    expect(span).toMatchObject({ traceId, spanId, project, startedAt, endedAt, latencyMs, promptTokens, kind });
    expect(span.attributes).toEqual({ "[REDACTED:pattern]": "[REDACTED:pattern]" });
  });
});

describe("masking rules", () => {
  const nameAfter = async (words: string, ...rules: unknown[]) => {
    const { span, masked: counts } = await masked({ name: words }, ...rules);
    return [span.name, counts];
  };
  test("leave a span without matches unchanged", async () => {
    const { span, masked: counts } = await masked({ name: "answer" }, emails, keys);
    expect([span.name, counts]).toEqual(["answer", [0, 0]]);
  });
  test("count their matches separately", async () => {
    const words = `${MAIL}, bob@example.com, ${CARD} and ORD-123456`;
    expect(await nameAfter(words, emails, cards, orders)).toEqual([
      "[REDACTED:email], [REDACTED:email], *** and [REDACTED:pattern]",
      [2, 1, 1],
    ]);
  });
  test("count a text again that they checked for another span", async () => {
    const known = new Map();
    const rules = [compileMasking(ruleOf(emails))];
    const span = spanOf({ name: MAIL });
    for (const _ of [1, 2]) {
      const outcome = await maskSpan(span, rules, known);
      expect([outcome.span.name, outcome.masked]).toEqual(["[REDACTED:email]", [1]]);
    }
    expect(known.has(MAIL)).toBe(true);
  });
  test("hide text that they cannot check in time", async () => {
    const rule = { ...compileMasking(ruleOf(emails)), timeoutMs: -1 };
    const { span, masked: counts } = await maskSpan(spanOf({ name: "answer", status: { message: "Fine." } }), [rule]);
    expect([span.name, span.statusMessage, counts[0]]).toEqual([UNCHECKED, UNCHECKED, expect.any(Number)]);
  });
  test("with hashes tell equal values from different ones", async () => {
    const [name] = await nameAfter(`${MAIL} ${MAIL} bob@example.com`, { ...emails, treatment: "hash" });
    const [one, two, three] = String(name).split(" ");
    expect([one === two, one === three]).toEqual([true, false]);
    // Eight digits are equal for two of 55,000 addresses, as a search has shown.
    expect(one).toMatch(/^\[SHA:[0-9a-f]{16}\]$/);
  });
  test("a pattern's hash has as many digits", async () => {
    const [name] = await nameAfter("ORD-123456", { ...orders, treatment: "hash" });
    expect(name).toMatch(/^\[SHA:[0-9a-f]{16}\]$/);
  });
  test("mask a value that the cut of a long name would divide", async () => {
    const [name] = await nameAfter(`${"x ".repeat(120)}${MAIL}${" x".repeat(100)}`, emails);
    expect(name).toBe(`${"x ".repeat(120)}[REDACTED:email]`.slice(0, 255));
  });
  test("mask keys and blocked words", async () => {
    const words = { type: "keyword-blocklist", config: { words: ["Project Falcon"] } };
    const key = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    expect(await nameAfter(`project falcon uses ${key}`, words, keys)).toEqual([
      "[REDACTED:blocked word] uses [REDACTED:github_token]",
      [1, 1],
    ]);
  });
  test("mask every match of a pattern except empty ones", async () => {
    expect(await nameAfter("a1 b22 c", { type: "patterns", config: { patterns: ["\\d*"] } })).toEqual([
      "a[REDACTED:pattern] b[REDACTED:pattern] c",
      [2],
    ]);
  });
  test.each([
    ["(", /missing/],
    ["(a+)+".repeat(400), /./],
    ["(?=a)", /./],
  ])("refuse the pattern %.20s", (pattern, why) => {
    const compile = () => compileMasking({ type: "patterns", treatment: "redact", config: { patterns: [pattern] } });
    expect(compile).toThrow(RuleFlaw);
    expect(compile).toThrow(why);
  });
  test("take linear time for patterns that stall other engines", async () => {
    const slow = { type: "patterns", config: { patterns: ["(a+)+$", "(.*a){12}b"] } };
    const message = `${"a".repeat(20_000)}!`;
    const { masked: counts } = await masked({ status: { message } }, slow);
    expect(counts).toEqual([1]);
  }, 20_000);
});

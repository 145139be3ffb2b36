// What holds of every metric, whatever it computes.
import { describe, expect, it, test } from "vitest";
import { computedTemplates } from "./index";
import type { ComputedTemplate, Inputs } from "./template";

const everyKey = (template: ComputedTemplate, value: unknown): Inputs =>
  Object.fromEntries(template.keys.map((key) => [key, value]));

/** What its parameters must at least be given. */
const params = (template: ComputedTemplate): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(template.params)
      .filter(([, { required }]) => required)
      .map(([name, { type }]) => [name, type === "string" ? "a" : 3]),
  );

const hostile: readonly unknown[] = [
  "",
  null,
  "   ",
  [],
  {},
  0,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  "Ünïcödé 😀👩‍👩‍👧 שלום 你好。\u0000\ud800",
  [null, {}, [], Number.NaN, -1, "", "😀"],
  [[1, [2, [3]]]],
  { name: { nested: [1] }, constructor: 1 },
  "[1, 2",
  "data:image/png;base64,AAAA",
  '{"a":[{"b":1e400}]}',
  `${"[".repeat(5000)}${"]".repeat(5000)}`,
];

/** For the first key, and for all others. Unlike at both ends, so that nothing can be trimmed. */
const long: readonly (readonly [what: string, first: unknown, others: unknown])[] = [
  ["words of many scripts", "lorem Ipsum, Äöü 你好 😀. ".repeat(43_000), `b${"dolor sit amet ".repeat(66_000)}c`],
  ["one character", "a".repeat(1_000_000), `b${"a".repeat(999_998)}c`],
  [
    "lists",
    Array.from({ length: 10_000 }, (_, at) => (at * 7919) % 1000),
    Array.from({ length: 10_000 }, (_, at) => at % 5000),
  ],
];

test("names and keys are unique, and every template has a description, source and notes", () => {
  expect(new Set(computedTemplates.map(({ name }) => name)).size).toBe(computedTemplates.length);
  for (const { name, keys, description, notes, source } of computedTemplates) {
    expect(name).toMatch(/^[a-z0-9_]+$/);
    expect(new Set(keys).size, name).toBe(keys.length);
    for (const text of [description, source, ...notes]) expect(text, name).toMatch(/\S{2}/);
    expect(notes.length, name).toBeGreaterThan(0);
    expect(source, name).not.toMatch(/\.$/); // the page ends it
  }
});

describe.each(computedTemplates.map((template) => [template.name, template] as const))("%s", (_, template) => {
  if (template.vectors.length > 0)
    it.each(template.vectors)("is $expected for $what ($source)", async ({ expected, tolerance, actual }) => {
      expect(Math.abs((await actual()) - expected)).toBeLessThanOrEqual(tolerance);
    });

  it("returns a finite score or a reason for none, for any input", async () => {
    for (const value of hostile) {
      const outcome = await template.compute(everyKey(template, value), params(template));
      if (outcome.score === null) expect(outcome.unscored).toMatch(/\S{2}/);
      else {
        expect(Number.isFinite(outcome.score)).toBe(true);
        expect(outcome.reason.length).toBeLessThan(2000);
        if (template.output !== "numeric") expect(outcome.score).toBe(Math.min(1, Math.max(0, outcome.score)));
        if (template.output === "Pass/Fail") expect([0, 1]).toContain(outcome.score);
      }
    }
    // Nothing at all is given.
    expect(await template.compute({}, params(template))).toHaveProperty("score");
  });

  it("handles long texts and lists within three seconds", async () => {
    for (const [what, first, others] of long) {
      const inputs = Object.fromEntries(template.keys.map((key, index) => [key, index === 0 ? first : others]));
      const begun = process.cpuUsage();
      await template.compute(inputs, params(template));
      const { user, system } = process.cpuUsage(begun);
      expect((user + system) / 1e6, what).toBeLessThan(3);
    }
  });
});

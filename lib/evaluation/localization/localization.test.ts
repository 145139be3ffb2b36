import { describe, expect, test } from "vitest";
import { answerFormOf, questionOf, readFound } from "./question";
import { divisible, type Ran, skipReason, unitsOf } from "./rules";

const passFail: Ran["definition"] = { output: "Pass/Fail", choice_scores: null, pass_threshold: 0.5, children: [] };
const score: Ran["definition"] = { ...passFail, output: "score" };
const choices: Ran["definition"] = { ...passFail, output: "choices", choice_scores: { Good: 1, Bad: 0 } };
const part = { template_id: "00000000-0000-4000-8000-000000000000", weight: 1 };
const ran = (definition: Ran["definition"], output: unknown, change: Partial<Ran> = {}): Ran => ({
  evalType: "llm",
  definition,
  outcome: "scored",
  output,
  threshold: null,
  ...change,
});

describe("only failures are localized, not passes or missing scores (case 26)", () => {
  test.each([
    ["Passed", ran(passFail, "Passed"), /passed/],
    ["Failed", ran(passFail, "Failed"), null],
    ["a word that is not a verdict", ran(passFail, "perhaps"), /no score/],
    ["0.2 of 0.5", ran(score, 0.2), null],
    ["0.9 of 0.5", ran(score, 0.9), /passed/],
    ["the threshold itself", ran(score, 0.5), /passed/],
    ["0.7 where the run wants 0.8", ran(score, 0.7, { threshold: 0.8 }), null],
    ["0.2 where the run wants 0.1", ran(score, 0.2, { threshold: 0.1 }), /passed/],
    ["a list", ran(score, [0.1]), /no score/],
    ["an object", ran(score, { value: 0.1 }), /no score/],
    ["nothing", ran(score, null), /no score/],
    ["text", ran({ ...passFail, output: "reason" }, "It is bad."), /no score/],
    ["a bad choice", ran(choices, { score: 0, choice: "Bad" }), null],
    ["a good choice", ran(choices, "good"), /passed/],
    ["a choice that has no score", ran(choices, "Odd"), /no score/],
    ["choices without scores", ran({ ...choices, choice_scores: null }, "Bad"), /no score/],
    ["a bare list of choices", ran(choices, ["Bad"]), /no score/],
    ["code", ran(passFail, "Failed", { evalType: "code" }), /code/],
    ["a composite", ran({ ...score, children: [part] }, 0), /composite/],
    ["an unscored run", ran(score, null, { outcome: "unscored" }), /no score/],
    ["a run that failed itself", ran(score, 0, { outcome: "error" }), /no score/],
  ])("%s", (_, log, why) => {
    const reason = skipReason(log);
    if (why === null) expect(reason).toBeNull();
    else expect(reason).toMatch(why);
  });
});

describe("the parts of an input", () => {
  const text = "  It is fine. It is fine. 很好。Is it?";
  test("are its sentences with their positions, even if two are equal", () => {
    const units = unitsOf(text);
    expect(units.map(({ key }) => key)).toEqual(["sentence_1", "sentence_2", "sentence_3", "sentence_4"]);
    expect(units.map(({ start, end }) => text.slice(start, end))).toEqual([
      "It is fine.",
      "It is fine.",
      "很好。",
      "Is it?",
    ]);
    expect(units[1]?.start).toBe(14);
  });

  test("number 2 to 200, and come only from texts", () => {
    const long = Array.from({ length: 300 }, (_, index) => `Sentence ${index}.`).join(" ");
    const { input = [], ...others } = divisible({ input: long, one: "One.", none: "", list: ["A. B. C."], n: 1 });
    expect(others).toEqual({});
    expect([input.length, input.at(-1)?.text.startsWith("Sentence 199."), input.at(-1)?.end]).toEqual([
      200,
      true,
      long.length,
    ]);
  });
});

describe("the judge's answer", () => {
  const parts = divisible({ input: "One. Two. Three.", output: "Four. Five." });
  const entry = { unit_key: "sentence_2", reason: "r", improvement: "i", rank_reason: "k", weight: 3 };
  const answer = (change: object) => JSON.stringify({ selected_input_key: "input", entries: [entry], ...change });

  test("can only name one of the parts, which are sent as data", () => {
    expect(JSON.stringify(answerFormOf(parts))).toContain('"enum":["sentence_1","sentence_2","sentence_3"]');
    const messages = questionOf({ criteria: "Be right.", verdict: '"Failed"', reason: "No.", parts });
    expect(messages[1]?.content).toMatch(/BEGIN (\w{16}) «input»\n\[sentence_1\] One\.\n.*\n.*\nEND \1/);
  });

  test("names each part once, in its order, with its position", () => {
    const entries = [entry, { ...entry, unit_key: "sentence_9" }, entry, { unit_key: "sentence_1" }];
    expect(readFound(`Here: ${answer({ entries })}`, parts)).toEqual({
      selected: "input",
      entries: [
        { ...entry, rank: "1", weight: 1, text: "Two.", start: 5, end: 9 },
        {
          unit_key: "sentence_1",
          rank: "2",
          reason: "",
          improvement: "",
          rank_reason: "",
          weight: 0,
          text: "One.",
          start: 0,
          end: 4,
        },
      ],
    });
  });

  test("in an answer with a thought and braces in prose are read", () => {
    expect(readFound(`<think>{x}</think>The set {a,b}: ${answer({})}`, parts)).toHaveProperty("selected");
  });

  test.each([
    ["prose", "Sentence two.", /no JSON/],
    ["another form", "{}", /not have the required form/],
    ["another input", answer({ selected_input_key: "context" }), /does not exist/],
    ["a name of every object", answer({ selected_input_key: "constructor" }), /does not exist/],
  ])("is unusable: %s", (_, text, problem) => {
    expect(readFound(text, parts)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

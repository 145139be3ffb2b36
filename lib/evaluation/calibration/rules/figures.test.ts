import { expect, test } from "vitest";
import { figuresOf, gateProblems } from "./figures";

test("B2.9 κ comes with its base rate, sensitivity, specificity and bias", () => {
  // κ = (0.70 − 0.50) / 0.50 = 0.4: twice Cohen's example of 20, 5, 10 and 15.
  const figures = figuresOf({ truePass: 40, falseFail: 10, falsePass: 20, trueFail: 30 }, "seed");
  expect(figures).toMatchObject({
    kappa: { value: expect.closeTo(0.4, 12), items: 100 },
    agreement: { value: 0.7, items: 100 },
    base_rate: { value: 0.5 },
    judged_rate: { value: 0.6 },
    sensitivity: { value: 0.8, items: 50 },
    specificity: { value: 0.6, items: 50 },
    bias: { value: 0.1, p: expect.closeTo(0.0987371468, 9) },
  });
  expect(figures.kappa.interval?.low).toBeLessThan(0.28);
  expect(figures.kappa.interval?.high).toBeGreaterThan(0.52);
});

test("with few items, rates have intervals, but κ and bias do not", () => {
  const confusion = { truePass: 12, falseFail: 2, falsePass: 1, trueFail: 14 };
  const { kappa, agreement, bias } = figuresOf(confusion, "seed");
  expect([kappa.interval, bias.interval]).toEqual([null, null]);
  expect(kappa.value).toBeGreaterThan(0.7);
  expect(agreement.interval).not.toBeNull();
  expect(gateProblems(confusion, { kappa }, 0.4)).toEqual([expect.stringMatching(/needs 60 items/)]);
});

test("without compared items all figures are unknown, and a missing class leaves its rate unknown", () => {
  const none = figuresOf({ truePass: 0, falseFail: 0, falsePass: 0, trueFail: 0 }, "seed");
  expect([none.kappa.value, none.sensitivity.value, none.bias.value]).toEqual([null, null, null]);
  const passed = figuresOf({ truePass: 9, falseFail: 0, falsePass: 0, trueFail: 0 }, "seed");
  expect([passed.kappa.value, passed.specificity.value, passed.sensitivity.value]).toEqual([null, null, 1]);
});

test.each([
  ["good enough", { truePass: 45, falseFail: 3, falsePass: 4, trueFail: 48 }, []],
  ["few failed items", { truePass: 60, falseFail: 1, falsePass: 0, trueFail: 8 }, [/failed 8 of/]],
  [
    "a judge by lot",
    { truePass: 25, falseFail: 25, falsePass: 25, trueFail: 25 },
    [/as low as −0\.\d\d.*0\.40 at least/],
  ],
  ["nothing", { truePass: 0, falseFail: 0, falsePass: 0, trueFail: 0 }, [/passed 0/, /failed 0/, /no interval/]],
])("B2.9 only a calibrated judge can be a gate: %s", (_, confusion, expected) => {
  const problems = gateProblems(confusion, figuresOf(confusion, "seed"), 0.4);
  expect(problems).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(problems[index]).toMatch(pattern);
});

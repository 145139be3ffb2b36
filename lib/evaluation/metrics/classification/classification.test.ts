import { describe, expect, test } from "vitest";
import { cases, templateOf } from "../testing/cases";

const labels = { output: ["cat", "dog", "cat"], expected: ["cat", "cat", "cat"] };
const unequal = { output: ["a"], expected: ["a", "b"] };

describe("labels", () => {
  cases("accuracy", [
    ["two of three", labels, 2 / 3],
    ["JSON lists, any case", { output: '["A", "b"]', expected: '["a ", "B"]' }, 1],
    ["single values", { output: "yes", expected: "Yes" }, 1],
    ["different lengths", unequal, 0],
    ["large numbers", { output: "[1234567890123456789, 1]", expected: "[1234567890123456788, 1]" }, 0.5],
    ["both empty", { output: [], expected: "[]" }, 1],
    ["one empty", { output: [], expected: ["a"] }, 0],
    ["10,001 labels", { output: Array(10_001).fill("a"), expected: ["a"] }, /10001 members; at most 10000/],
  ]);
  cases("balanced_accuracy", [
    ["a rare label", { output: ["a", "a", "a", "a"], expected: ["a", "a", "a", "b"] }, 0.5],
    ["different lengths", unequal, /output has 1 members and expected has 2/],
    ["empty", { output: [], expected: [] }, /at least 1/],
  ]);
  cases("precision_score", [
    ["two of three", { output: ["a", "a", "a", "b"], expected: ["a", "b", "a", "a"] }, 2 / 3, { positive_label: "A" }],
    ["0/0", labels, /nothing in output is bird/i, { positive_label: "bird" }],
    ["no label", labels, /positive_label is required/],
  ]);
  cases("f_beta_score", [
    ["F1", { output: ["a", "a", "b", "b"], expected: ["a", "b", "a", "b"] }, 0.5, { positive_label: "a" }],
    ["nothing right", { output: ["a"], expected: ["b"] }, 0, { positive_label: "a" }],
    ["neither side", labels, /Neither side/, { positive_label: "bird" }],
    ["β below the least", labels, /beta must be at least/, { positive_label: "cat", beta: 0 }],
  ]);
  cases("matthews_correlation", [
    ["perfect", { output: ["a", "b"], expected: ["a", "b"] }, 1],
    ["reversed", { output: ["b", "a"], expected: ["a", "b"] }, 0],
    ["one label only", labels, /single label/],
  ]);
  cases("log_loss", [
    ["a coin", { output: [0.5, 0.5], expected: [0, 1] }, 1 / (1 + Math.LN2)],
    ["rows", { output: [[0.1, 0.9]], expected: ["1"] }, 1 / (1 - Math.log(0.9))],
    ["certain and wrong stays finite", { output: [1], expected: [0] }, 1 / (1 + 36.0437)],
    ["no probability", { output: [1.5], expected: [1] }, /probabilities from 0 to 1/],
    ["no number", { output: ["x"], expected: [1] }, /Member 1 of output is not a finite number: x/],
    ["a label that is neither", { output: [0.5], expected: ["cat"] }, /expected must be 0 or 1/],
    [
      "more probabilities than labels",
      {
        output: [
          [0.1, 0.2, 0.7],
          [0.2, 0.2, 0.6],
        ],
        expected: ["a", "b"],
      },
      /^Row 1 of output has 3 probabilities, but expected has 2 labels\.$/,
    ],
    [
      "two for one label",
      { output: [[0.1, 0.9]], expected: ["a"] },
      /has 2 probabilities, but expected has 1 label\.$/,
    ],
    ["one in a list", { output: [[0.9]], expected: ["a"] }, /needs two probabilities or more/],
  ]);
  cases("cohen_kappa", [
    ["full agreement", { output: ["a", "b"], expected: ["a", "b"] }, 1],
    ["chance", { output: ["a", "a", "b", "b"], expected: ["a", "b", "a", "b"] }, 0.5],
    ["no variation", { output: ["a", "a"], expected: ["a", "a"] }, /0\/0/],
  ]);
  cases("fleiss_kappa", [
    ["JSON text", { output: "[[2,0],[0,2]]" }, 1],
    [
      "an item without ratings",
      {
        output: [
          [2, 0],
          [0, 2],
          [0, 0],
        ],
      },
      1,
    ],
    ["not a matrix", { output: [1, 2] }, /Row 1 of output must be a list/],
    ["ragged", { output: [[1, 1], [2]] }, /Row 2/],
    ["a fraction", { output: [[0.5, 1.5]] }, /whole number/],
    ["empty", { output: [] }, /empty/],
  ]);
});

test.each([
  [
    [
      [2, 0],
      [0, 2],
      [0, 0],
    ],
    "κ = 1 over 2 items, 1 left out; generalized κ = 1 over all with ratings.",
  ],
  [
    [
      [2, 0],
      [0, 2],
      [1, 0],
    ],
    "κ = 1 over 2 items, 1 left out; generalized κ = 1 over all with ratings.",
  ],
])("fleiss_kappa of %j reports what it leaves out", async (output, reason) => {
  expect(await templateOf("fleiss_kappa").compute({ output }, undefined, {})).toMatchObject({ reason });
});

describe("numbers", () => {
  cases("pearson_correlation", [
    ["a line", { output: [1, 2, 3], expected: "[2, 4, 6]" }, 1],
    ["falling", { output: [1, 2, 3], expected: [3, 2, 1] }, 0],
    ["constant", { output: [1, 1], expected: [1, 2] }, /0\/0/],
    ["constant fractions", { output: [0.1, 0.1, 0.1], expected: [0.1, 0.1, 0.1] }, /0\/0/],
    ["constant fractions on one side", { output: [1, 2, 4], expected: [0.1, 0.1, 0.1] }, /0\/0/],
    ["one pair", { output: [1], expected: [2] }, /at least 2/],
    ["infinite", { output: [1, "Infinity"], expected: [1, 2] }, /Member 2 of output is not a finite number/],
    ["very large", { output: [1e200, 2e200, 4e200], expected: [1, 2, 4] }, 1],
    ["very small", { output: [1e-200, 2e-200, 4e-200], expected: [1, 2, 4] }, 1],
    ["near the limit", { output: [1e308, -1e308], expected: [1e308, -1e308] }, 1],
    ["beyond it", { output: [1.5e308, -1.7e308], expected: [1, 2] }, 0],
    ["a sum beyond it", { output: [1.5e308, 1.7e308], expected: [1, 2] }, /The numbers are too large/],
  ]);
  cases("spearman_correlation", [
    ["a curve", { output: [1, 2, 3], expected: [1, 4, 100] }, 1],
    ["constant fractions", { output: [0.1, 0.1, 0.1], expected: [1, 4, 100] }, /0\/0/],
  ]);
  cases("r2_score", [
    ["perfect", { output: [1, 2], expected: [1, 2] }, 1],
    ["very large", { output: [1e200, 2e200], expected: [1e200, 2e200] }, 1],
    ["very small", { output: [1e-200, 2e-200], expected: [1e-200, 2e-200] }, 1],
    ["far off", { output: [1e200, 1], expected: [1e-200, 3e-200] }, 0],
    ["worse than the mean", { output: [9, -9], expected: [1, 2] }, 0],
    ["constant", { output: [1, 2], expected: [2, 2] }, /do not vary/],
    ["constant fractions", { output: [0.1, 0.2, 0.3], expected: [0.1, 0.1, 0.1] }, /do not vary/],
  ]);
  cases("rmse", [
    ["none off", { output: "5", expected: "5" }, 1],
    ["one off", { output: [1, 3], expected: [2, 2] }, 0.5],
  ]);
  test("rmse of very large numbers is a number", async () => {
    const answer = await templateOf("rmse").compute({ output: [1e200], expected: [0] }, undefined, {});
    expect(answer).toMatchObject({ reason: expect.not.stringContaining("Infinity") });
  });
  cases("numeric_similarity", [
    ["in texts", { output: "It costs $1,234.50.", expected: "1234.5 dollars" }, 1],
    ["half", { output: "5", expected: "10 of them" }, 0.5],
    ["below 1", { output: ".5", expected: "1" }, 0.5],
    ["opposite", { output: "-10", expected: "10" }, 0],
    ["a minus sign", { output: "The change is \u22125 °C", expected: "-5" }, 1],
    ["a hyphen in a name", { output: "GPT-4 scored 90", expected: "4" }, 1],
    ["a sign after a bracket", { output: "x=(-5)", expected: "-5" }, 1],
    ["none", { output: "many", expected: "10" }, /output has no number/],
    ["too large", { output: "5e400", expected: "10" }, /^The number in output is too large: 5e400\.$/],
  ]);
});

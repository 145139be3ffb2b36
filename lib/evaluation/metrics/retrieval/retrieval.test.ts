import { describe } from "vitest";
import { cases } from "../testing/cases";

const inputs = { hypothesis: ["a", "b", "c", "d"], reference: ["b", "d", "e"] };
const empty = { hypothesis: [], reference: "[]" };
const oneEmpty = { hypothesis: [], reference: ["a"] };
const edges = [
  ["both empty", empty, 1],
  ["one empty", oneEmpty, 0],
] as const;

describe("rankings", () => {
  cases("hit_rate", [["a hit", inputs, 1], ["none", { hypothesis: ["x"], reference: ["a"] }, 0], ...edges]);
  cases("mrr", [["second", inputs, 0.5], ["none", { hypothesis: ["x"], reference: ["a"] }, 0], ...edges]);
  cases("ndcg_at_k", [
    ["all", inputs, (1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3) + 0.5)],
    ["at 2", inputs, 1 / Math.log2(3) / (1 + 1 / Math.log2(3)), { k: 2 }],
    ["the best order", { hypothesis: ["a", "b", "x"], reference: ["b", "a"] }, 1],
    ["twice the same", { hypothesis: ["a", "a"], reference: ["a"] }, 1],
    ["one of three, as trec_eval", { hypothesis: ["a"], reference: ["a", "b", "c"] }, 1 / (1 + 1 / Math.log2(3) + 0.5)],
    ["at 1, one of three", { hypothesis: ["a"], reference: ["a", "b", "c"] }, 1, { k: 1 }],
    ...edges,
  ]);
  cases("precision_at_k", [
    ["all", inputs, 0.5],
    ["at 1", inputs, 0, { k: 1 }],
    ["beyond the list", inputs, 0.2, { k: 10 }],
    ["k = 0", inputs, /k must be at least 1/, { k: 0 }],
    ["twice the same", { hypothesis: ["a", "a"], reference: ["a"] }, 0.5],
    ...edges,
  ]);
  cases("recall_at_k", [["at 2", inputs, 1 / 3, { k: 2 }], ["all", inputs, 2 / 3], ...edges]);
  cases("recall_score", [["all", inputs, 2 / 3], ...edges]);
  cases("mean_average_precision", [
    ["places 2 and 4 of three", inputs, (1 / 2 + 2 / 4) / 3],
    ["JSON lists", { hypothesis: '["x", "a"]', reference: '["a"]' }, 0.5],
    ["objects", { hypothesis: [{ id: 1, of: "a" }], reference: [{ of: "a", id: 1 }] }, 1],
    ...edges,
  ]);
  const contexts = { output: ["a", "b", "c", "d"], expected: [" a ", "e"] };
  cases("non_llm_context_precision", [
    ["one of four", contexts, 0.25],
    ["empty", { output: "", expected: "" }, 1],
  ]);
  cases("non_llm_context_recall", [
    ["one of two", contexts, 0.5],
    ["one empty", { output: [], expected: ["a"] }, 0],
  ]);
});

const call = (name: string, args: unknown) => ({ name, arguments: args });

describe("trajectories", () => {
  cases("tool_call_accuracy", [
    [
      "large numbers",
      {
        output: '[{"name":"a","arguments":"{\\"id\\":1234567890123456789}"}]',
        expected: '[{"name":"a","arguments":{"id":1234567890123456788}}]',
      },
      0,
    ],
    [
      "equal large numbers",
      {
        output: '[{"name":"a","arguments":"{\\"id\\":1234567890123456789}"}]',
        expected: '[{"name":"a","arguments":{"id":1234567890123456789}}]',
      },
      1,
    ],
    ["the same", { output: [call("f", { a: 1, b: 2 })], expected: [call("f", '{"b":2,"a":1}')] }, 1],
    ["half the arguments", { output: [call("f", { a: 1, b: 3 })], expected: [call("f", { a: 1, b: 2 })] }, 0.5],
    ["another tool", { output: [call("g", {})], expected: [call("f", {})] }, 0],
    ["one too many", { output: [call("f", {}), call("g", {})], expected: [call("f", {})] }, 0.5],
    ["the best of two", { output: [call("f", { a: 2 }), call("f", { a: 1 })], expected: [call("f", { a: 1 })] }, 0.5],
    ["OpenAI's form", { output: [{ type: "function", function: call("f", "{}") }], expected: ["f"] }, 1],
    ["no name", { output: [{ arguments: {} }], expected: ["f"] }, /Member 1 of output has no name/],
    ["no call", { output: [5], expected: ["f"] }, /Member 1 of output is not a tool call/],
    ["both empty", { output: [], expected: [] }, 1],
    ["one empty", { output: [], expected: ["f"] }, 0],
  ]);
  cases("trajectory_match", [
    ["with commas", { output: "plan, search,answer", expected: ["plan", "search", "answer"] }, 1],
    ["another order", { output: "a,b", expected: "b,a" }, 0],
    ["any order", { output: "a,b", expected: "b,a" }, 1, { mode: "unordered" }],
    ["one twice", { output: "a,a", expected: "a,b" }, 0, { mode: "unordered" }],
    ["subset", { output: "a", expected: "b,a" }, 1, { mode: "subset" }],
    ["no subset", { output: "a,a", expected: "b,a" }, 0, { mode: "subset" }],
    ["superset", { output: "a,x,b", expected: "b,a" }, 1, { mode: "superset" }],
    ["objects", { output: [{ action: "a", input: 1 }], expected: ["a"] }, 1],
    ["both empty", { output: "", expected: "[]" }, 1],
    ["one empty", { output: "", expected: "a" }, 0],
    ["an unknown mode", { output: "a", expected: "a" }, /mode must be one of/, { mode: "loose" }],
  ]);
  cases("step_count", [
    ["as expected", { output: "a, b, c" }, 1, { expected_steps: 3 }],
    ["too many", { output: ["a", "b"] }, 0, { max_steps: 1 }],
    ["enough", { output: ["a", "b"] }, 1, { min_steps: 1 }],
    ["no limit", { output: ["a"] }, /is needed/],
  ]);
});

import { always } from "../metrics/empty";
import { computed } from "../metrics/template";
import { MAX_CODE, runCode } from "./run-code";

export const customCode = computed({
  name: "custom_code_evaluation",
  keys: [],
  output: "Pass/Fail",
  hidden: true,
  tags: ["code"],
  description: "Runs your own JavaScript: the function evaluate(inputs, params) says whether it passes.",
  params: { code: { type: "string", required: true } },
  notes: [
    `evaluate returns a number (at least 0.5 passes), a boolean, “Passed” or “Failed”, or {score or result, reason}, or a promise of one. JavaScript only, ${MAX_CODE} characters at most.`,
    "It runs in WebAssembly (QuickJS) with neither network nor files, clock nor randomness, for a second at most and in 64 MB. Code that loops, allocates, recurses or fails leaves the row without a score.",
  ],
  source: "Yours",
  empty: always("by parameters", "JSON"),
  async score(input, { owner }) {
    const { score, reason } = await runCode(
      input.param<string>("code") ?? "",
      input.everything(),
      {},
      owner ? { owner } : {},
    );
    return { score: score >= 0.5, reason };
  },
});

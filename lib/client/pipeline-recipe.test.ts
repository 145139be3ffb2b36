import { expect, test } from "vitest";
import { parse } from "yaml";
import { runFile, type WrittenRunFile } from "@/lib/run-file";
import { pipelineScript } from "./pipeline-recipe";

const id = "00000000-0000-4000-8000-000000000001";

test.each<[what: string, file: WrittenRunFile]>([
  ["a test run", { kind: "test-run", run_test: id, settings: { pass_rate: 0.9 } }],
  [
    "an evaluation run",
    {
      kind: "evaluation",
      dataset: id,
      evaluations: [
        { metric: 'Say "yes": # or\nno', pass_rate: 0.9 },
        { metric: "yes", inputs: { text: "a: b" } },
        { metric: "1.5" },
      ],
    },
  ],
])("the file of %s is read with the intended values", (_, file) => {
  const script = pipelineScript("https://assay.example.com", file);
  const [, text = ""] = /<<'YAML'\n([\s\S]*)\nYAML\n/.exec(script) ?? [];
  expect(parse(text)).toEqual(file);
  expect(runFile.safeParse(parse(text)).error).toBeUndefined();
  expect(text).toMatch(/^# yaml-language-server: \$schema=https:\/\/assay\.example\.com\/assay-run\.schema\.json$/m);
});

import { expect, test } from "vitest";
import { projectedGlobal, projectedOrganization } from "../settings/levels";
import { nameWithoutModel } from "./other-names";

const local = { providers: { local: { base_url: "https://llm.example.com/v1", models: ["small"] } } };
const shared = { providers: { openai: { api_key: "sk-shared", models: ["gpt-4o"] } }, model_map: { best: "gpt-4o" } };

test.each<[string, Record<string, string>, string | null]>([
  ["a model", { fast: "small", small: "local/other" }, null],
  ["a model of the gateway's", { fast: "gpt-4o", "gpt-4o": "local/small" }, null],
  ["a provider", { fast: "local", local: "small" }, null],
  ["provider and model", { fast: "local/x", "local/x": "small" }, null],
  ["a name that nobody has, as a provider may list it later", { fast: "later" }, null],
  ["another name", { fast: "quick", quick: "small" }, "fast"],
  ["another name of the gateway's", { fast: "best" }, "fast"],
  ["itself", { fast: "fast" }, "fast"],
  ["another name, where it takes every name", { "*": "quick", quick: "small" }, "*"],
])("a name that leads to %s", (_name, model_map, expected) => {
  const found = nameWithoutModel(projectedOrganization({ ...local, model_map }), projectedGlobal(shared));
  expect(found?.name ?? null).toBe(expected);
});

import { expect, test } from "vitest";
import { promptOfSpan } from "./span-prompt";

test.each<[what: string, attributes: Record<string, unknown>, prompt: string | null]>([
  ["both", { "gateway.prompt.name": "support-reply", "gateway.prompt.version": "v3" }, "support-reply@v3"],
  ["no version", { "gateway.prompt.name": "support-reply" }, null],
  ["another type", { "gateway.prompt.name": 3, "gateway.prompt.version": "v3" }, null],
  ["nothing", {}, null],
])("the prompt version from %s", (_, attributes, prompt) => expect(promptOfSpan(attributes)).toBe(prompt));

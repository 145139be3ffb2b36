import { expect, test } from "vitest";
import * as yaml from "yaml";
import { lineOf, readConfig, writeConfig } from "./config-text";

test("reads a configuration from YAML and JSON, and writes one that reads back the same", () => {
  const config = { rate_limiting: { enabled: true, rpm: 60 }, model_map: { default: "sandbox/echo" } };
  const text = writeConfig(yaml, config);
  expect(text).toBe("model_map:\n  default: sandbox/echo\nrate_limiting:\n  enabled: true\n  rpm: 60\n");
  expect(readConfig(yaml, text)).toEqual({ config });
  expect(readConfig(yaml, JSON.stringify(config))).toEqual({ config });
  expect([readConfig(yaml, ""), writeConfig(yaml, {})]).toEqual([{ config: {} }, ""]);
});

test.each([
  ["a: [1", 1],
  ["a: 1\nb: {", 2],
  ["just a text", 1],
  ["- a list", 1],
])("reports invalid text with its line: %j", (text, line) => {
  expect(readConfig(yaml, text)).toEqual({ problem: expect.stringMatching(/\S/), line });
});

test.each([
  ["rate_limiting.rpm", 2],
  ["rate_limiting.unknown", 2],
  ["guardrails.rules.1.type", 6],
  ["nowhere", null],
])("finds the line of %s", (field, line) => {
  const text = "rate_limiting:\n  rpm: -1\nguardrails:\n  rules:\n    - type: judge\n    - type: none\n";
  expect(lineOf(yaml, text, field)).toBe(line);
});

import { RE2JS } from "re2js";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { overWeb } from "@/lib/exchange/testing";
import * as ownOperations from "./operations";
import { adminRequest, startTestGateway } from "./testing";

const operations = overWeb(ownOperations);
let world: Awaited<ReturnType<typeof startTestGateway>>;
beforeAll(async () => {
  world = await startTestGateway();
});
afterAll(() => world.close());

const tried = async (body: object, token?: string) => {
  const response = await operations.testGuardrail(adminRequest("POST", "/-/guardrails/test", body, token));
  return { status: response.status, body: await response.json() };
};

describe("the guardrail test bench", () => {
  const rule = { type: "pii-detection", action: "block", config: { entities: ["email"] } };
  test("shows what a rule finds, and what would become of the text", async () => {
    const text = "to ann@example.com";
    expect(await tried({ rule, text })).toEqual({
      status: 200,
      body: {
        fired: true,
        score: 1,
        outcome: "block",
        reason: "Personal data found: email",
        failed: false,
        findings: [{ kind: "email", place: "text", start: 3, end: 18 }],
        text,
      },
    });
    const masking = { ...rule, config: { ...rule.config, remediation: "mask" } };
    expect((await tried({ rule: masking, text })).body).toMatchObject({ outcome: "alter", text: "to ***" });
    expect((await tried({ rule, text: "hello" })).body).toMatchObject({ fired: false, outcome: "pass" });
  });

  test("considers the system prompt and the role", async () => {
    const words = "one two three four five six seven eight nine ten eleven twelve";
    const request = {
      rule: { type: "system-prompt-protection", action: "warn" },
      text: `so: ${words}`,
      system_prompt: words,
    };
    expect((await tried({ ...request, role: "assistant" })).body).toMatchObject({ outcome: "warn" });
  });

  test.each([
    ["an unknown type", { rule: { type: "none" }, text: "" }, "rule.type"],
    [
      "a pattern that may not be",
      { rule: { type: "input-validation", config: { deny_patterns: ["(?=a)"] } }, text: "" },
      "rule.config",
    ],
    ["no text", { rule }, "text"],
  ])("refuses %s by field", async (_name, body, path) => {
    const { status, body: answer } = await tried(body);
    expect([status, answer.error.code]).toEqual([400, "invalid_request_error"]);
    expect(`${answer.error.param} ${answer.error.message}`).toContain(path);
  });

  test("hides the text of an unexpected error", async () => {
    const compile = vi.spyOn(RE2JS, "compile").mockImplementation(() => {
      throw new TypeError("private words of the engine");
    });
    onTestFinished(() => compile.mockRestore());
    const request = { rule: { type: "input-validation", config: { deny_patterns: ["never seen"] } }, text: "" };
    const { status, body } = await tried(request);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain("private words");
  });

  test("needs the operator's token", async () => {
    expect((await tried({ rule, text: "" }, "wrong")).status).toBe(401);
  });
});

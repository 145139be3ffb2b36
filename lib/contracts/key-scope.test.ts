import { expect, test } from "vitest";
import { operations } from "@/lib/operations";
import { usualScope } from "./key-scope";

test.each([
  [{ access: "public", method: "POST", path: "/accounts/signup/" }, "any"],
  [{ access: "public", method: "POST", path: "/v1/chat/completions" }, "gateway"],
  [{ access: "read", method: "GET", path: "/things/" }, "read"],
  [{ access: "read", method: "POST", path: "/things/" }, "write"],
  [{ access: "queue", method: "GET", path: "/things/" }, "read"],
  [{ access: "queue", method: "DELETE", path: "/things/" }, "write"],
  [{ access: "admin", method: "GET", path: "/things/" }, "admin"],
  [{ access: "owner", method: "PATCH", path: "/things/" }, "admin"],
  [{ access: "gateway", method: "GET", path: "/-/keys" }, "admin"],
] as const)("for %j the scope is %s", (facts, scope) => {
  expect(usualScope(facts)).toBe(scope);
});

test("operations deviate from the rule only where it would require too much", () => {
  const others = operations
    .map(({ contract }) => contract)
    .filter((contract) => contract.scope !== usualScope(contract))
    .map(({ name, scope }) => `${name} ${scope}`);
  expect(others.sort()).toEqual([
    "checkExperiment read",
    "checkKey any",
    "compareExperimentRows read",
    "compareExperiments read",
    "deleteKey any",
    "estimateEvalRun read",
    "exportTraces ingest",
    "exportTracesOfClients ingest",
    "listEvalTemplateCharts read",
    "listEvalTemplateNames read",
    "listEvalTemplates read",
    "mcp read",
    "previewEvalTask read",
    "previewSource read",
    "previewTraceRows read",
    "queryEvalLogDetails read",
    "searchGroundTruth read",
  ]);
});

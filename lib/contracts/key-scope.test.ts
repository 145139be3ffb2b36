import { expect, test } from "vitest";
import { operations } from "@/lib/operations";
import { scopeOfCall, usualScope } from "./key-scope";

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
  [{ access: "operator", method: "GET", path: "/-/things" }, "any"],
  [{ access: "owner", method: "DELETE", path: "/things/", signedInOnly: true }, "any"],
  [{ access: "queue", method: "GET", path: "/things/next/", writes: true }, "write"],
  [{ access: "queue", method: "GET", path: "/things/", writes: "reserve" }, "read"],
] as const)("for %j the scope is %s", (facts, scope) => {
  expect(usualScope(facts)).toBe(scope);
});

test.each([
  [{ scope: "read" }, "?reserve=true", "read"],
  [{ scope: "read", writes: "reserve" }, "", "read"],
  [{ scope: "read", writes: "reserve" }, "?reserve=false", "read"],
  [{ scope: "read", writes: "reserve" }, "?reserve=False", "read"],
  [{ scope: "read", writes: "reserve" }, "?reserve=0", "read"],
  [{ scope: "read", writes: "reserve" }, "?reserve=true", "write"],
  [{ scope: "read", writes: "reserve" }, "?reserve=1", "write"],
  [{ scope: "read", writes: "reserve" }, "?reserve=false&reserve=true", "write"],
  [{ scope: "write", writes: true }, "", "write"],
] as const)("a call of %j with the query %j needs the scope %s", (contract, query, scope) => {
  expect(scopeOfCall(contract, query)).toBe(scope);
});

test("calls that reserve items need the scope write", () => {
  const named = (name: string) =>
    operations.find(({ contract }) => contract.name === name)?.contract ?? expect.fail(`There is no ${name}.`);
  expect(named("nextItem").scope).toBe("write");
  expect(scopeOfCall(named("annotateDetail"), "?reserve=true")).toBe("write");
  expect(scopeOfCall(named("annotateDetail"), "")).toBe("read");
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
    // The rule would require too little: its access lets everybody leave, and administrators remove others.
    "removeMember admin",
    "searchGroundTruth read",
  ]);
});

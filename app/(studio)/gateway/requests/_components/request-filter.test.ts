import { expect, test } from "vitest";
import { queryOf, requestFilterOf } from "./request-filter";

const of = (address: string) => {
  const search = new URLSearchParams(address);
  return requestFilterOf((name) => search.get(name) ?? undefined);
};

test.each<[string, object]>([
  ["", {}],
  ["search=oslo&failed=1", { search: "oslo", failed: true }],
  ["charged=1", { charged: true }],
  ["model=gpt&status=429&code=client_left", { model: "gpt", status: 429, code: "client_left" }],
  ["latency=2000&tokens=5&cost=1", { min_latency_ms: 2000, min_tokens: 5, min_cost_micros: 1 }],
  ["status=no&code=No!&key=1&cache=maybe&trace=xyz&latency=-1", {}],
  ["id=req_1&cache=hit&guardrail=pii", { request_id: "req_1", cache: "hit", guardrail: "pii" }],
])("%j queries the log with %j", (address, expected) => {
  expect(queryOf(of(address), null)).toEqual(expected);
});

test("the time span comes from the address, and an unknown one means all time", () => {
  expect(queryOf(of("span=hour"), "2026-01-01T00:00:00Z")).toEqual({ from: "2026-01-01T00:00:00Z" });
  expect(of("span=toString").span).toBe("all");
});

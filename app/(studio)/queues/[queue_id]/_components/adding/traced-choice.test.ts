import { describe, expect, it } from "vitest";
import { noChoice, refusalOfAll, tracedBody } from "./traced-choice";

const id = "1".repeat(32);

describe("tracedBody", () => {
  it("selects all matches by project and filter", () => {
    const choice = { ...noChoice, containerId: "p", search: " chat ", type: "llm" as const };
    const name = { column_id: "name", filter_config: { filter_op: "contains", filter_value: "chat" } };
    const type = { column_id: "observation_type", filter_config: { filter_op: "equals", filter_value: "llm" } };
    const all = { mode: "filter", project_id: "p" };
    expect(tracedBody("trace", choice)).toEqual({ selection: { ...all, source_type: "trace", filter: [name] } });
    expect(tracedBody("observation_span", choice)).toEqual({
      selection: { ...all, source_type: "observation_span", filter: [name, type] },
    });
    expect(tracedBody("trace_session", choice)).toEqual({
      selection: { ...all, source_type: "trace_session", filter: [{ ...name, column_id: "session_id" }] },
    });
  });
  it("selects calls by execution and outcome", () => {
    const of = { column_id: "test_execution_id", filter_config: { filter_op: "equals", filter_value: "e" } };
    const failed = { column_id: "verdict", filter_config: { filter_op: "equals", filter_value: "failed" } };
    const all = { mode: "filter", source_type: "call_execution" };
    const choice = { ...noChoice, containerId: "e" };
    expect(tracedBody("call_execution", choice)).toEqual({ selection: { ...all, filter: [of] } });
    expect(tracedBody("call_execution", { ...choice, verdict: "failed" })).toEqual({
      selection: { ...all, filter: [of, failed] },
    });
  });
  it("lists selected sources individually", () => {
    expect(tracedBody("trace_session", { ...noChoice, scope: "chosen", chosen: new Set(["a"]) })).toEqual({
      items: [{ source_type: "trace_session", source_id: "a" }],
    });
  });
});

describe("refusalOfAll", () => {
  it.each([
    ["trace", "", 10_000, false],
    ["trace", "", 10_001, true],
    ["trace", id, 1, true],
    ["observation_span", id, 1, false],
  ] as const)("%s, “%s”, %i: refused: %s", (kind, search, count, refused) =>
    expect(refusalOfAll(kind, { ...noChoice, search }, count) !== null).toBe(refused),
  );
});

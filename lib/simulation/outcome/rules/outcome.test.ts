// Checks, verdicts, reliability: as tables of cases.
import { describe, expect, test } from "vitest";
import type { Check } from "@/lib/contracts/simulation/call-parts";
import { executionStatus, mayBecome } from "../../runs/rules/status";
import { matches, stateChecks, toolCallChecks } from "./checks";
import { faultOf } from "./conversation";
import { metricsOf } from "./metrics";
import { passHat, reliabilityOf } from "./reliability";
import { callVerdict } from "./verdict";

describe("expectations", () => {
  test.each([
    ["*", 5, true],
    ["*", undefined, false],
    ["Riga", " riga ", true],
    [4711, "4711", true],
    [12.5, "12.50", true],
    ["100.00", 100, true],
    [100, "100.01", false],
    [0, " ", false],
    [7, "seven", false],
    ["0100", "100", false],
    [true, "true", true],
    [null, undefined, true],
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: { b: [1, "*"] } }, { a: { b: [1, {}] } }, true],
    [[1, 2], [1], false],
    [{ a: 1 }, [1], false],
    ["x", { x: 1 }, false],
  ])("%o matches %o: %s", (expected, actual, is) => expect(matches(expected, actual)).toBe(is));

  const call = (name: string, args: object = {}, forbidden = false) => ({
    name,
    arguments: args as Record<string, unknown>,
    forbidden,
  });
  const made = (...calls: [string, object][]) =>
    calls.map(([name, args], turn) => ({ turn, name, arguments: args as Record<string, unknown> }));
  const broken = (name: string) => [{ turn: 0, name, arguments: null }];
  test.each([
    ["any order", [call("a"), call("b")], made(["b", {}], ["a", {}]), "any", [true, true]],
    ["in order", [call("a"), call("b")], made(["b", {}], ["a", {}]), "in_order", [true, false]],
    ["a call once for one expectation", [call("a"), call("a")], made(["a", {}]), "any", [true, false]],
    [
      "the one that leaves most to the others",
      [call("a"), call("a", { x: 1 })],
      made(["a", { x: 1 }], ["a", {}]),
      "any",
      [true, true],
    ],
    ["a forbidden one that is made", [call("a", {}, true)], made(["a", {}]), "any", [false]],
    ["a forbidden one that is not", [call("a", {}, true)], made(["b", {}]), "any", [true]],
    ["a forbidden one with broken arguments", [call("a", {}, true)], broken("a"), "any", [false]],
    ["a forbidden one whose arguments are unknown", [call("a", { x: 1 }, true)], broken("a"), "any", [true]],
    ["an expected one with broken arguments", [call("a")], broken("a"), "any", [false]],
    ["none beside", [call("a")], made(["a", {}], ["b", {}]), "exact", [true, false]],
    ["another argument", [call("a", { x: 1 })], made(["a", { x: 2 }]), "any", [false]],
  ] as const)("%s", (_, expected, calls, order, passed) =>
    expect(toolCallChecks([...expected], [...calls], order).map((check) => check.passed)).toEqual([...passed]),
  );
  test("a reason names what is wrong", () => {
    const [check] = toolCallChecks([call("track", { parcel: 4711 })], made(["track", { parcel: 12 }]), "any");
    expect(check?.reason).toBe("track is called with parcel 12 instead of 4711.");
    expect(stateChecks({ refunded: true }, null)).toMatchObject([
      { passed: false, reason: "The agent reported no state." },
    ]);
    expect(stateChecks({ refunded: true }, { refunded: false })[0]?.reason).toBe("Is false instead of true.");
  });
});

describe("the verdict of a call", () => {
  const check = (passed: boolean): Check => ({ name: "a", kind: "state", passed, reason: "", turn: null });
  const fault = (side: "agent" | "simulator" | "provider", turn: number) => faultOf(side, "refusal", "", turn, "");
  const scored = (passed: boolean | null) => ({ outcome: "scored" as const, passed });
  test.each([
    ["nothing was asked of it", "completed", [], [], [], "unscored"],
    ["a check holds", "completed", [], [check(true)], [], "passed"],
    ["a check fails", "completed", [], [check(true), check(false)], [scored(true)], "failed"],
    ["an evaluation fails", "completed", [], [check(true)], [scored(false)], "failed"],
    [
      "B2.1 an error is no pass",
      "completed",
      [],
      [check(true)],
      [scored(true), { outcome: "error" as const, passed: null }],
      "unscored",
    ],
    [
      "nor is a missing score",
      "completed",
      [],
      [],
      [scored(true), { outcome: "unscored" as const, passed: null }],
      "unscored",
    ],
    [
      "a missing score beside a failure",
      "completed",
      [],
      [],
      [scored(false), { outcome: "unscored" as const, passed: null }],
      "failed",
    ],
    ["the agent's fault", "failed", [fault("agent", 3)], [], [], "failed"],
    ["the simulator's fault comes first", "failed", [fault("agent", 3), fault("simulator", 2)], [], [], "excluded"],
    ["of one turn the provider's counts", "failed", [fault("agent", 3), fault("provider", 3)], [], [], "excluded"],
    ["it was cancelled", "cancelled", [], [check(true)], [], null],
  ] as const)("%s", (_, status, faults, checks, evaluations, verdict) =>
    expect(callVerdict(status, [...faults], [...checks], [...evaluations])).toBe(verdict),
  );
});

describe("pass^k", () => {
  test.each([
    [{ passed: 2, decided: 4 }, 1, 1 / 2],
    [{ passed: 2, decided: 4 }, 2, 1 / 6],
    [{ passed: 2, decided: 4 }, 3, 0],
    [{ passed: 4, decided: 4 }, 4, 1],
    [{ passed: 1, decided: 1 }, 2, null],
    [{ passed: 0, decided: 0 }, 1, null],
  ])("of %o for k = %d", (trials, k, value) => {
    const found = passHat(trials, k);
    if (value === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(value, 12);
  });
  test("is the mean over rows, with an interval", () => {
    const rows = [
      { passed: 3, decided: 3 },
      { passed: 0, decided: 3 },
      { passed: 2, decided: 3 },
      { passed: 1, decided: 1 },
    ];
    const [one, two, three] = reliabilityOf(rows);
    expect([one?.value, two?.rows, three?.value]).toEqual([(1 + 0 + 2 / 3 + 1) / 4, 3, 1 / 3]);
    expect(one?.interval).toBeNull();
    const [enough] = reliabilityOf([rows, rows, rows].flat());
    expect(enough?.value).toBeCloseTo(one?.value ?? 0, 12);
    expect(enough?.interval?.[0]).toBeLessThan(enough?.value ?? 0);
    expect(reliabilityOf([])).toEqual([]);
    // Rows that are all alike are no certainty.
    const alike = (passed: number) =>
      reliabilityOf([
        { passed, decided: 1 },
        { passed, decided: 1 },
      ])[0]?.interval;
    expect(alike(0)).toEqual([0, expect.closeTo(0.658, 3)]);
    expect(alike(1)).toEqual([expect.closeTo(0.342, 3), 1]);
  });
});

test("metrics describe the agent, and an unmeasured one is null (case 71)", () => {
  const turn = (role: "user" | "assistant", latencyMs: number | null, tokens: number | null) => ({
    role,
    latencyMs,
    inputTokens: tokens,
    outputTokens: tokens,
    totalTokens: null,
  });
  expect(metricsOf([turn("user", 9, 9), turn("assistant", 100, 5), turn("assistant", 300, null)])).toEqual({
    total_tokens: 10,
    input_tokens: 5,
    output_tokens: 5,
    avg_latency_ms: 200,
    turn_count: 2,
  });
  expect(metricsOf([{ ...turn("assistant", null, 5), outputTokens: null }])).toMatchObject({
    total_tokens: null,
    input_tokens: 5,
    output_tokens: null,
  });
  const total = (totalTokens: number) => ({ ...turn("assistant", null, null), totalTokens });
  expect(metricsOf([total(7), turn("assistant", null, null), total(5)])).toMatchObject({
    total_tokens: 12,
    input_tokens: null,
    output_tokens: null,
  });
  // Of a call that was open during the upgrade: older turns have a total as their output.
  expect(metricsOf([{ ...turn("assistant", null, 7), inputTokens: null }, total(7)])).toMatchObject({
    total_tokens: null,
    input_tokens: null,
    output_tokens: 7,
  });
  expect(metricsOf([turn("assistant", null, 5), total(7)])).toMatchObject({ total_tokens: 17 });
  expect(metricsOf([turn("assistant", null, null)])).toMatchObject({
    total_tokens: null,
    avg_latency_ms: null,
    turn_count: 1,
  });
});

describe("the status of an execution follows from its calls (case 72)", () => {
  const none = { total: 0, pending: 0, ongoing: 0, analyzing: 0, completed: 0, failed: 0, cancelled: 0 };
  test.each([
    ["no calls", "pending", {}, true, "completed"],
    ["calls that a client has still to ask for", "running", { total: 10, completed: 10 }, false, "running"],
    ["none begun", "pending", { total: 2, pending: 2 }, true, "pending"],
    ["one under way", "pending", { total: 2, pending: 1, ongoing: 1 }, true, "running"],
    ["one under way while others are judged", "running", { total: 3, ongoing: 1, analyzing: 2 }, true, "running"],
    ["all judged or being judged", "running", { total: 3, analyzing: 1, completed: 2 }, true, "evaluating"],
    ["all over", "evaluating", { total: 3, completed: 2, failed: 1 }, true, "completed"],
    ["all failed", "running", { total: 3, failed: 3 }, true, "failed"],
    ["cancelled, one still judged", "cancelling", { total: 2, analyzing: 1, cancelled: 1 }, true, "cancelling"],
    ["cancelled", "cancelling", { total: 2, completed: 1, cancelled: 1 }, true, "cancelled"],
  ] as const)("%s", (_, from, calls, isComplete, to) =>
    expect(executionStatus(from, { ...none, ...calls }, isComplete)).toBe(to),
  );
  test("an ended call cannot start again", () => {
    expect(mayBecome("pending", "ongoing")).toBe(true);
    for (const over of ["completed", "failed", "cancelled"] as const) expect(mayBecome(over, "ongoing")).toBe(false);
  });
});

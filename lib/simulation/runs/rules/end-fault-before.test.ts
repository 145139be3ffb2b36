import { expect, test } from "vitest";
import { faultOf } from "../../outcome/rules/conversation";
import { CLIENT_FAILED, faultsWithEnd } from "./end-fault-before";

const stalled = (turn: number) => faultOf("provider", "stalled", "Silence.", turn, "");
const crash = (turn: number) => faultOf("agent", "no_answer", CLIENT_FAILED, turn, "");
const call = { status: "failed", cause: "client", faults: [], faultKind: "no_answer", turnCount: 4 } as const;

test.each([
  ["a client's failure without a fault", call, [crash(4)]],
  ["a client's failure with its fault", { ...call, faults: [crash(4)] }, null],
  ["a call that the client completed", { ...call, status: "completed", faultKind: null }, null],
  ["a stalled call", { ...call, cause: "stalled", faultKind: "stalled", faults: [stalled(0)] }, [stalled(4)]],
  ["a stalled call with its fault at the end", { ...call, cause: "stalled", faults: [stalled(4)] }, null],
  ["a stalled call without a fault", { ...call, cause: "stalled", faultKind: "stalled" }, null],
  ["an agent's fault", { ...call, cause: "agent_fault", faults: [crash(2)] }, null],
] as const)("the faults of %s", (_, ended, expected) => {
  expect(faultsWithEnd(ended)).toEqual(expected);
});

import { expect, test } from "vitest";
import { endCauses } from "@/lib/contracts/simulation/call-names";
import { faultOf } from "../../outcome/rules/conversation";
import { isCutShort } from "./cut-short";

test.each(endCauses)("a call that ended by %s is cut short if a fault ended it", (cause) => {
  const isFault = ["agent_fault", "simulator_fault", "provider_fault", "stalled"].includes(cause);
  const atEnd = faultOf("agent", "no_answer", "It crashed.", 4, "");
  const before = faultOf("agent", "expected_tool_call", "It was not made.", 3, "");
  expect(isCutShort({ cause, faults: [], turnCount: 4 })).toBe(isFault);
  expect(isCutShort({ cause, faults: [before], turnCount: 4 })).toBe(isFault);
  expect(isCutShort({ cause, faults: [before, atEnd], turnCount: 4 })).toBe(isFault || cause === "client");
});

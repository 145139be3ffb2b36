import { expect, test } from "vitest";
import type { CallStatus, EndCause } from "@/lib/contracts/simulation/call-names";
import { turnsIn } from "../../conversation/rules/turn";
import { repetitionOf } from "./repetition";

const customer = (content: string) => ({ role: "user" as const, content });
const agent = (content: string) => ({ role: "assistant" as const, content });
const open = [customer("Where is it?"), agent("At the depot.")];
const answered = [...open, customer("When?")];
const call = (status: CallStatus, cause: EndCause | null = null, waits = 0) => ({ status, cause, waits });

test.each([
  ["another message", call("ongoing"), answered, "Tomorrow.", "none"],
  ["a first message", call("ongoing"), answered.slice(0, 1), "At the depot.", "none"],
  ["a message to an empty call", call("ongoing"), [], "At the depot.", "none"],
  ["a message of two turns before", call("ongoing"), [...answered, agent("Soon.")], "At the depot.", "none"],
  ["the message that waits for a reply", call("ongoing"), open, "At the depot.", "unanswered"],
  ["the message before the reply", call("ongoing"), answered, "At the depot.", "answered"],
  ["the message before the reply, once more", call("ongoing", null, 1), answered, "At the depot.", "none"],
  ["the message that ended the call", call("analyzing", "script_ended"), open, "At the depot.", "ended"],
  ["the message before a goodbye", call("completed", "customer_ended"), answered, "At the depot.", "ended"],
  ["another message to an ended call", call("completed", "customer_ended"), answered, "Tomorrow.", "none"],
  ["a message to a call that the client ended", call("completed", "client"), answered, "At the depot.", "none"],
  ["a message to a call that failed", call("failed", "simulator_fault"), open, "At the depot.", "none"],
  ["a message to a cancelled call", call("cancelled", null), answered, "At the depot.", "none"],
] as const)("%s", (_, state, messages, content, expected) => {
  expect(repetitionOf(state, turnsIn(messages), [agent(content)])).toBe(expected);
});

test("the order of a message's members makes no difference", () => {
  const stored = turnsIn([
    customer("Where?"),
    { name: "bot", role: "assistant", content: "There." },
    customer("When?"),
  ]);
  const messages = [{ role: "assistant" as const, content: "There.", name: "bot" }];
  expect(repetitionOf(call("ongoing"), stored, messages)).toBe("answered");
});

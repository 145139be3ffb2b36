// What of a webhook's answer is the agent's turn.
import { expect, test } from "vitest";
import type { Turn } from "./rules/turn";
import { askAgent } from "./target";

const turnOf = (number: number, role: Turn["role"], content: string): Turn => ({
  number,
  role,
  content,
  messages: [{ role, content }],
  scripted: true,
  ends: false,
});

/** The agent's turn, if its server answers with this body. */
const answerTo = (body: unknown) =>
  askAgent(
    {
      name: "Desk",
      description: "",
      target: { type: "webhook", url: "https://agent.example.com/turn", timeout_seconds: 5 },
      secrets: {},
    },
    { executionId: "e", callId: "c" },
    [turnOf(0, "user", "Hi"), turnOf(1, "assistant", "Hello"), turnOf(2, "user", "Where is it?")],
    {
      ask: () => Promise.reject(new Error("no model of the gateway is asked")),
      now: () => new Date(),
      send: async () => ({ status: 200, headers: {}, body: JSON.stringify(body) }),
    },
  );

const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });
const tool = { role: "tool", tool_call_id: "1", content: "found" };
const system = { role: "system", content: "You answer where parcels are." };
const long = Array.from({ length: 300 }, (_, index) => [user(`Q${index}`), assistant(`A${index}`)]).flat();

test.each([
  ["no role", [{ content: "At the depot." }], [assistant("At the depot.")]],
  ["its question", [user("Where is it?"), assistant("At the depot.")], [assistant("At the depot.")]],
  ["its prompt", [system, assistant("At the depot.")], [assistant("At the depot.")]],
  ["a developer's message", [{ ...system, role: "developer" }, assistant("Here.")], [assistant("Here.")]],
  ["a tool's result", [tool, assistant("At the depot.")], [tool, assistant("At the depot.")]],
  [
    "the whole history",
    [system, user("Hi"), assistant("Hello"), user("Where is it?"), tool, assistant("At the depot.")],
    [tool, assistant("At the depot.")],
  ],
  ["a long history", [...long, user("Where is it?"), assistant("At the depot.")], [assistant("At the depot.")]],
])("of messages with %s, only the agent's messages of this turn count", async (_, messages, expected) => {
  expect(await answerTo({ messages })).toMatchObject({ ok: true, messages: expected });
});

test.each([
  ["only its prompt", { messages: [system] }],
  ["a history without an answer", { messages: [user("Hi"), assistant("Hello"), user("Where is it?")] }],
  ["only its question", { message: user("Where is it?") }],
  ["the question as its content", { role: "user", content: "Where is it?" }],
])("an answer with %s counts as empty", async (_, body) => {
  expect(await answerTo(body)).toMatchObject({ ok: false, side: "agent", kind: "empty_answer" });
});

test.each([
  ["a message of its own", { content: "At the depot.", message: "success" }],
  ["a message beside its messages", { message: "OK", messages: [assistant("At the depot.")] }],
])("an answer with %s is an answer", async (_, body) => {
  expect(await answerTo(body)).toMatchObject({ ok: true, messages: [assistant("At the depot.")] });
});

test.each([
  ["a message that is a text", { message: "hi" }],
  ["a content that is a number", { content: 5 }],
  ["messages that are a text", { messages: "hi" }],
  ["a message whose content is an object", { messages: [{ role: "assistant", content: { text: "hi" } }] }],
])("an answer with %s has a wrong schema", async (_, body) => {
  expect(await answerTo(body)).toMatchObject({ ok: false, side: "agent", kind: "wrong_schema" });
});

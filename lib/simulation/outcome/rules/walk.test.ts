import { expect, test } from "vitest";
import { readGraph } from "../../scenarios/rules/graph";
import { compareWithBranch, type WalkTurn, walkOf } from "./graph-walk";

const { graph } = readGraph({
  nodes: [
    { name: "greeting", type: "conversation", isStart: true, prompt: "Greet the customer and ask what is wrong." },
    { name: "find_parcel", type: "conversation", prompt: "Look the parcel up by its number and tell where it is." },
    { name: "refund", type: "conversation", prompt: "Refund the money once the receipt is there." },
    { name: "human", type: "conversation", isGlobal: true, prompt: "Hand over to a colleague." },
    { name: "end", type: "tool", tool: { type: "endChat", function: { name: "end_chat" } } },
  ],
  edges: [
    { from: "greeting", to: "find_parcel", condition: { prompt: "asks where a parcel is" } },
    { from: "greeting", to: "refund", condition: { prompt: "wants money back" } },
    { from: "find_parcel", to: "refund", condition: { prompt: "parcel is lost" } },
    { from: "find_parcel", to: "end" },
    { from: "refund", to: "end" },
  ],
});

/** Turns by turns, the customer first; `!name` is a tool that the agent calls. */
const turnsOf = (...texts: string[]): WalkTurn[] =>
  texts.map((text, number) => {
    const role = number % 2 === 0 ? "user" : "assistant";
    const [content = "", tool] = text.split("!");
    return { number, role, content, tools: tool ? [tool] : [] };
  });

const hello = ["Hello.", "Welcome! What is wrong, dear customer?"];
const cases: [name: string, turns: string[], isEnded: boolean, way: string][] = [
  [
    "as expected",
    [...hello, "Where is my parcel 4711?", "Parcel 4711 is at the depot."],
    true,
    "greeting find_parcel end",
  ],
  [
    "to another node",
    [...hello, "I want my money back.", "I refund it, show me the receipt."],
    true,
    "greeting refund end",
  ],
  [
    "two nodes in one turn",
    ["Where is my parcel 4711?", "The number says: at the depot."],
    false,
    "greeting find_parcel",
  ],
  ["by a tool", [...hello, "Where is my parcel?", "At the depot.!end_chat"], false, "greeting find_parcel end"],
  [
    "to a global node",
    [...hello, "Let me speak to somebody.", "I hand you over to a colleague."],
    true,
    "greeting human",
  ],
  ["that is broken off", [...hello], false, "greeting"],
  ["in which the agent says nothing", ["Hello."], false, ""],
];
test.each(cases)("a walked path %s is found", (_, turns, isEnded, way) => {
  expect(
    walkOf(graph, turnsOf(...turns), isEnded)
      .map(({ node }) => node)
      .join(" "),
  ).toBe(way);
});

test("a visit has its turns and its evidence", () => {
  const visits = walkOf(graph, turnsOf(...hello, "Where is my parcel 4711?", "By its number: at the depot."), true);
  expect(visits.map(({ turns }) => turns)).toEqual([[1], [3], []]);
  expect(visits[1]?.evidence).toEqual(expect.arrayContaining(["parcel", "number"]));
});

const visit = (node: string, ...turns: number[]) => ({
  node,
  turns,
  evidence: turns.length > 0 ? [node] : [],
  isSure: node !== "e",
});
test.each([
  ["a b c", [visit("a", 1), visit("b", 3), visit("c", 5)], { outcome: "followed", reached: 3, left: null }],
  ["a c", [visit("a", 1), visit("b", 3), visit("c", 5)], { outcome: "followed", reached: 2, left: null }],
  [
    "a b c",
    [visit("a", 1), visit("d", 3)],
    { outcome: "left", reached: 1, left: { node: "a", expected: "b", taken: "d", turn: 3 } },
  ],
  [
    "a b",
    [visit("a", 1, 3)],
    { outcome: "stopped", reached: 1, left: { node: "a", expected: "b", taken: null, turn: 3 } },
  ],
  [
    "a b",
    [visit("a", 1), visit("e", 3)],
    { outcome: "unclear", reached: 1, left: { node: "a", expected: "b", taken: "e", turn: 3 } },
  ],
  ["a b", [visit("a")], { outcome: "unclear", reached: 0, left: null }],
  ["", [visit("a", 1)], null],
])("the branch %s is compared with the walked path (%#)", (expected, visits, comparison) => {
  expect(compareWithBranch(expected.split(" ").filter(Boolean), visits)).toEqual(comparison);
});

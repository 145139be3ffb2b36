import { describe, expect, test } from "vitest";
import { seededRandom } from "@/lib/annotation/agreement/random";
import { structuredText } from "@/lib/gateway/providers/sandbox/structured";
import { assignedBranches, branchesOf } from "./branches";
import { findingsIn } from "./checks";
import { joinedMessages, messagesOfTrace, rowOfConversation } from "./conversation";
import type { CheckedRow } from "./finding";
import { isError, readGraph } from "./graph";
import { graphForm, plainGraph, readDrawn } from "./graph-question";
import { allowedValues, completePersona } from "./persona";
import { rowsForm } from "./question";
import { graphOfScript } from "./script";
import { rowOfTask } from "./task";
import { writeRow } from "./write-row";

const subject = {
  name: "Parcel desk",
  purpose: "Answers about parcels.",
  languages: ["en"],
  medium: "text" as const,
  inbound: true,
};
const node = (name: string, more: object = {}) => ({ name, type: "conversation", ...more });
const start = (name = "A") => node(name, { isStart: true });
const end = (name: string) => ({ name, type: "tool", tool: { type: "endCall", function: { name: "end_call" } } });
const edges = (...pairs: string[]) => pairs.map((pair) => ({ from: pair.charAt(0), to: pair.charAt(1) }));
const whole = { nodes: [start(), node("B"), end("Z")], edges: edges("AB", "BZ", "AZ") };

describe("a graph", () => {
  test.each([
    ["that is well", whole, []],
    [
      "of ids, sources and targets",
      { nodes: [{ id: "A", type: "start" }, end("Z")], edges: [{ source: "A", target: "Z" }] },
      [],
    ],
    ["that is none", {}, ["error shape nodes"]],
    ["without nodes", { nodes: [] }, ["error shape nodes"]],
    ["too large", { nodes: Array(501).fill(node("A")) }, ["error too_large nodes"]],
    ["without a start", { ...whole, nodes: [node("A"), node("B"), end("Z")] }, ["error no_start nodes"]],
    ["with two starts", { ...whole, nodes: [start(), start("B"), end("Z")] }, ["error several_starts nodes.1"]],
    [
      "with a name twice",
      { ...whole, nodes: [start(), node("B"), node("B"), end("Z")] },
      ["error duplicate_name nodes.2"],
    ],
    ["with a node without a name", { ...whole, nodes: [...whole.nodes, {}] }, ["error unnamed_node nodes.3"]],
    [
      "with an edge to nothing",
      { ...whole, edges: [...whole.edges, ...edges("BX")] },
      ["error edge_to_nothing edges.3"],
    ],
    ["with a half edge", { ...whole, edges: [...whole.edges, { from: "A" }] }, ["error shape edges.3"]],
    ["with an edge twice", { ...whole, edges: [...whole.edges, ...edges("AB")] }, ["warning duplicate_edge edges.3"]],
    ["with a node that is never met", { ...whole, nodes: [...whole.nodes, end("Y")] }, ["warning unreachable nodes.3"]],
    ["with a global node that stands alone", { ...whole, nodes: [...whole.nodes, node("G", { isGlobal: true })] }, []],
    [
      "with a dead end",
      { nodes: [start(), node("B"), end("Z")], edges: edges("AB", "AZ") },
      ["warning dead_end nodes.1"],
    ],
    [
      "that only goes round",
      { nodes: [start(), node("B")], edges: edges("AB", "BA") },
      ["warning endless_loop nodes.0", "warning endless_loop nodes.1"],
    ],
    ["with a loop that is left again", { ...whole, edges: [...whole.edges, ...edges("BA")] }, []],
  ])("%s reports its problems and their paths", (_, graph, problems) => {
    expect(readGraph(graph).problems.map(({ severity, rule, path }) => `${severity} ${rule} ${path}`)).toEqual(
      problems,
    );
  });

  const ways = (graph: object) => branchesOf(readGraph(graph).graph).branches.map(({ path }) => path.join(""));
  test.each([
    ["all ways, the shortest first", whole, ["AZ", "ABZ"]],
    ["a loop once round", { ...whole, edges: edges("AB", "BA", "BZ") }, ["ABZ", "ABABZ"]],
    [
      "of a graph that only goes round its longest way",
      { nodes: [start(), node("B")], edges: edges("AB", "BA") },
      ["ABAB"],
    ],
    ["also to global nodes", { ...whole, nodes: [...whole.nodes, node("G", { isGlobal: true })] }, ["AZ", "ABZ", "AG"]],
    ["none without a start", { nodes: [node("A")] }, []],
  ])("has these branches: %s", (_, graph, expected) => {
    expect(ways(graph)).toEqual(expected);
  });

  test("that is dense has a bounded number of branches, which rows use in turn", () => {
    const names = [..."ABCDEFGHIJKL"];
    const dense = {
      nodes: [start(), ...names.slice(1).map((name) => node(name)), end("Z")],
      edges: names.flatMap((from) => edges(...[...names, "Z"].map((to) => from + to))),
    };
    const { branches, isWhole } = branchesOf(readGraph(dense).graph);
    expect([branches.length, isWhole]).toEqual([500, false]);
    const taken = assignedBranches(branchesOf(readGraph(whole).graph).branches, 5, seededRandom("x")).map(({ path }) =>
      path.join(""),
    );
    expect([taken.length, new Set(taken).size, taken[0] === taken[2]]).toEqual([5, 2, true]);
    expect(assignedBranches([], 3, seededRandom("x"))).toEqual([]);
  });

  test.each([
    [
      "a list with conditions",
      "1. Greet\n2. Ask for the number\n- If it is wrong: ask again\n- If it is right: look it up\n3. Say goodbye",
      5,
    ],
    ["turns", "Agent: Hello\nCustomer: Where is it?\nAgent: At the depot", 3],
    ["paragraphs", "You greet.\nKindly.\n\nYou help.", 2],
  ])("of a script with %s can be walked from its start to its end", (_, script, parts) => {
    const { graph, problems } = readGraph(graphOfScript(script, "Script") ?? {});
    expect([problems, graph.nodes.length]).toEqual([[], parts + 1]);
    expect(branchesOf(graph).branches.every(({ category }) => category === "End")).toBe(true);
    expect(graphOfScript(" \n ", "Empty")).toBeNull();
  });

  test("that is drawn without a model is valid, and a model's graph is checked", () => {
    expect(readGraph(plainGraph(subject, "Plain")).problems).toEqual([]);
    expect(readDrawn('{"nodes": [{"name": "A", "kind": "conversation"}], "edges": []}', "Drawn")).toMatchObject({
      problem: expect.stringContaining("start"),
    });
    const drawn = readDrawn(
      'Here: {"nodes": [{"name": "A", "kind": "conversation", "is_start": true}, {"name": "Z", "kind": "end"}], "edges": [{"from": "A", "to": "Z", "condition": "done"}]}',
      "Drawn",
    );
    expect("graph" in drawn && readGraph(drawn.graph).problems).toEqual([]);
    expect(readDrawn("no", "Drawn")).toHaveProperty("problem");
    expect(JSON.stringify(graphForm(subject, "n", "", "").messages)).toContain("Parcel desk");
  });
});

describe("a persona", () => {
  test("passes its own instruction to its rows, and omits the field without one", () => {
    const instruction = "Ask once for a discount.";
    const of = (profile: object) =>
      completePersona({}, allowedValues("text", ["en"], { name: "p", profile }), "text", seededRandom("a"), {
        strict: true,
      });
    expect(of({ additional_instruction: instruction }).additional_instruction).toBe(instruction);
    expect(of({ additional_instruction: "" })).not.toHaveProperty("additional_instruction");
  });

  const allowed = allowedValues("text", ["en"], { name: "x", profile: { gender: ["female"], occupation: ["Nurse"] } });
  test("keeps allowed values in any case, draws others by seed, and drops unknown fields", () => {
    const persona = { gender: "FEMALE", age_group: "200", tone: ["casual"], shoes: "red", name: "Ann" };
    const [one, twin] = ["a", "a"].map((seed) =>
      completePersona(persona, allowed, "text", seededRandom(seed), { strict: true }),
    );
    expect(one).toEqual(twin);
    expect(one).toMatchObject({ name: "Ann", gender: "female", profession: "Nurse", tone: "casual", language: "en" });
    expect(one?.age_group).toMatch(/^\d/);
    expect(one?.age_group).not.toBe("200");
    expect(one).not.toHaveProperty("shoes");
    expect(completePersona(persona, allowed, "text", seededRandom("a"), { strict: false }).age_group).toBe("200");
  });
});

const columns = [
  { id: "s", name: "situation", dataType: "text" as const, description: "" },
  { id: "o", name: "outcome", dataType: "text" as const, description: "" },
  { id: "p", name: "persona", dataType: "persona" as const, description: "" },
  { id: "n", name: "number", dataType: "integer" as const, description: "A number" },
  { id: "j", name: "details", dataType: "json" as const, description: "Details" },
];
const openRow = (index: number) => ({
  rowId: `r${index}`,
  order: index,
  position: index,
  persona: completePersona(
    {},
    allowedValues("text", ["en"], { name: "x", profile: {} }),
    "text",
    seededRandom(String(index)),
    { strict: true },
  ),
  branch: ["A", "B", "Z"],
  known: {},
  columns,
});

describe("a row", () => {
  test("written without a model keeps its limits and is the same for the same seed", () => {
    const rows = Array.from({ length: 50 }, (_, index) =>
      writeRow(openRow(index), subject, "", seededRandom(`s${index}`)),
    );
    expect(rows).toEqual(
      Array.from({ length: 50 }, (_, index) => writeRow(openRow(index), subject, "", seededRandom(`s${index}`))),
    );
    expect(new Set(rows.map(({ s }) => s)).size).toBe(50);
    for (const { s = "", o = "" } of rows) {
      expect(s.length).toBeGreaterThanOrEqual(30);
      expect(s.length).toBeLessThanOrEqual(400);
      const words = o.split(/\s+/).length;
      expect(words >= 45 && words <= 90, `${words} words`).toBe(true);
    }
  });

  test("can be read from what the sandbox writes for the model's schema", () => {
    const form = rowsForm([openRow(0), openRow(1)], subject, "", []);
    const read = form.read(structuredText({ json_schema: { schema: form.schema } }, "lot") ?? "");
    expect(read).toMatchObject({
      rows: [
        { rowId: "r0", cells: { n: "1" } },
        { rowId: "r1", cells: { n: "2" } },
      ],
    });
    expect(structuredText({ type: "json_object" }, "lot")).toBeNull();
  });

  test.each([
    ["no JSON", "Sure!", /contains no rows/],
    ["a list without rows", '{"rows": []}', /contains no rows/],
    ["a situation that is too short", '{"rows": [{"row": 1, "c1": "Hi"}]}', /shorter/],
    [
      "a number of another type",
      `{"rows": [{"row": 1, "c1": "${"x".repeat(40)}", "c2": "y", "c3": "many", "c4": []}]}`,
      /number is empty or has the wrong type/,
    ],
  ])("of a model that answers %s is refused with the reason", (_, text, reason) => {
    expect(rowsForm([openRow(0)], subject, "", []).read(text)).toMatchObject({
      problem: expect.stringMatching(reason),
    });
  });
});

describe("B3.3 a scenario is checked before an agent is blamed for it", () => {
  const { graph } = readGraph(whole);
  const good = {
    persona: '{"name": "Ann", "age_group": "18-25"}',
    situation: "Ann asks where parcel 123 is.",
    outcome: "She knows.",
  };
  const row = (cells: object, rowId = "r"): CheckedRow => ({ rowId, status: "done", cells: { ...good, ...cells } });
  const rulesOf = (rows: CheckedRow[], more: object = {}) =>
    findingsIn({
      graph,
      graphProblems: [],
      prompt: "{{persona}} {{situation}}",
      columns: new Set(["persona", "situation", "outcome", "order"]),
      rows,
      ...more,
    }).map(({ severity, rule, column }) => `${severity} ${rule} ${column}`);
  const call = (...calls: object[]) => ({ expected_tool_calls: JSON.stringify(calls) });

  test("a scenario without rows has nothing to run", () => {
    expect(rulesOf([])).toEqual(["error no_rows null"]);
  });

  const find = { name: "find", arguments: { id: "123" } };

  test.each([
    ["nothing", {}, []],
    ["an empty persona", { persona: "{}" }, ["error empty_persona persona"]],
    ["a persona that is a text", { persona: "Ann" }, ["error empty_persona persona"]],
    ["an empty situation", { situation: " " }, ["error empty_situation situation"]],
    [
      "a situation of two readings",
      { situation: "Ann wants either a refund or a new one, TBD" },
      ["error ambiguous_situation situation"],
    ],
    ["a situation of one word", { situation: "Refund" }, ["warning ambiguous_situation situation"]],
    ["a placeholder of a column that is there", { situation: "Ann asks about {{order}} today." }, []],
    ["a placeholder of nothing", { situation: "Ann asks about {{ticket}} today." }, ["error unknown_column situation"]],
    [
      "an age that the persona has not",
      { situation: "A 70-year-old man asks for help." },
      ["error persona_contradicts_situation situation"],
    ],
    ["no end", { outcome: "" }, ["warning outcome_missing outcome"]],
    ["a branch of the graph", { conversation_branch: "A -> B -> Z" }, []],
    [
      "a branch that the graph has not",
      { conversation_branch: "A -> C" },
      ["error branch_not_in_graph conversation_branch"],
    ],
    ["a branch that jumps", { conversation_branch: "A -> Z -> B" }, ["error branch_not_in_graph conversation_branch"]],
    ["a script that is not a list", { script: "Hello" }, ["error script_not_turns script"]],
    [
      "a script that says goodbye too early",
      { script: '["Hi", "Goodbye", "Wait"]' },
      ["error script_ends_early script"],
    ],
    ["a script that says goodbye at its end", { script: '["Where is 123?", null, "Goodbye"]' }, []],
    ["a call whose argument the customer gives", call(find), []],
    [
      "a call that its own script never gives the number for",
      { ...call(find), script: '["Where is it?"]' },
      ["warning goal_not_reachable expected_tool_calls"],
    ],
    [
      "a call that is expected and forbidden",
      call(find, { ...find, forbidden: true }),
      ["error expectations_contradict expected_tool_calls"],
    ],
    [
      "a state that no call may make",
      { expected_tool_calls: "[]", expected_state: '{"a": 1}' },
      ["error expectations_contradict expected_state"],
    ],
    [
      "expectations that are not JSON",
      { expected_tool_calls: "find", expected_state: "[]" },
      ["error expectation_not_readable expected_tool_calls", "error expectation_not_readable expected_state"],
    ],
  ])("%s", (_, cells, expected) => {
    expect(rulesOf([row(cells)])).toEqual(expected);
  });

  test("similar rows, prompt, graph and unwritten rows are checked", () => {
    expect(rulesOf([row({}, "a"), row({}, "b")])).toEqual(["warning same_situation situation"]);
    expect(rulesOf([row({}, "a"), row({ outcome: "She does not." }, "b")])).toEqual([
      "error expectations_contradict outcome",
    ]);
    expect(rulesOf([row({})], { prompt: "{{nobody}}" })).toEqual(["error unknown_column prompt"]);
    const { problems } = readGraph({ nodes: [node("A")] });
    expect(problems.filter(isError)).toHaveLength(1);
    expect(rulesOf([row({})], { graphProblems: problems })).toEqual(["error graph nodes"]);
    expect(rulesOf([{ rowId: "r", cells: {}, status: "failed" }])).toEqual(["warning not_written null"]);
    expect(rulesOf(Array(500).fill(row({ persona: "" })))).toHaveLength(200);
  });
});

describe("rows made from existing content", () => {
  test("a benchmark task becomes situation, expected calls and outcome, without the user's own actions", () => {
    const task = {
      id: "t1",
      user_scenario: {
        persona: null,
        instructions: {
          task_instructions: "Be brief.",
          reason_for_call: "Make a task Meeting for user_1.",
          known_info: "You are user_1.",
        },
      },
      evaluation_criteria: {
        actions: [
          {
            name: "create_task",
            requestor: "assistant",
            arguments: { user_id: "user_1", title: "Meeting", note: "x" },
            compare_args: ["user_id", "title"],
          },
          { name: "check_phone", requestor: "user", arguments: {} },
        ],
        nl_assertions: ["The task exists."],
      },
    };
    const read = rowOfTask(task);
    const cells = "cells" in read ? read.cells : {};
    expect(cells.situation).toBe("Make a task Meeting for user_1.\nBe brief.\nKnown: You are user_1.");
    expect(JSON.parse(cells.expected_tool_calls ?? "")).toEqual([
      { name: "create_task", arguments: { user_id: "user_1", title: "Meeting" } },
    ]);
    expect([cells.outcome, cells.task_id]).toEqual(["The task exists.", "t1"]);
    expect(rowOfTask({})).toMatchObject({ path: "user_scenario.instructions" });
    expect(rowOfTask({ user_scenario: { instructions: "x" }, evaluation_criteria: { actions: [{}] } })).toMatchObject({
      path: "evaluation_criteria.actions.0.name",
    });
  });

  const user = (content: unknown) => ({ role: "user", content });
  test.each([
    [
      "a chat",
      {
        messages: [
          { role: "system", content: "s" },
          user("Where?"),
          { role: "assistant", content: "Which?" },
          user([{ type: "text", text: "123" }]),
        ],
      },
      { choices: [{ message: { role: "assistant", content: "Depot" } }] },
      ["Where?", "123"],
    ],
    ["a plain text", "Where?", "Depot", ["Where?"]],
    ["a question", { question: "Where?" }, { answer: "Depot" }, ["Where?"]],
    ["nothing", null, null, null],
  ])("%s from production becomes its script", (_, input, output, script) => {
    expect(rowOfConversation(messagesOfTrace(input, output))?.script ?? null).toEqual(script);
  });

  test("traces of a session add only messages that are new", () => {
    const first = messagesOfTrace([user("Where?")], "Which?");
    const second = messagesOfTrace([user("Where?"), { role: "assistant", content: "Which?" }, user("123")], "Depot");
    expect(joinedMessages([first, second]).map(({ text }) => text)).toEqual(["Where?", "Which?", "123", "Depot"]);
    expect(joinedMessages([first, messagesOfTrace("Another", "Yes")])).toHaveLength(4);
  });
});

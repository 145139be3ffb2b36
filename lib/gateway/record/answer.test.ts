import { describe, expect, test } from "vitest";
import { StreamedAnswer } from "./answer";

const follow = (...deltas: object[]): StreamedAnswer => {
  const answer = new StreamedAnswer();
  for (const delta of deltas) answer.follow({ choices: [{ index: 0, delta }] });
  return answer;
};
const messageOf = (...deltas: object[]) => follow(...deltas).read().choices[0]?.message;
const text = (text: string, more: object = {}) => ({ type: "text", text, ...more });
const call = (id: string, name: string, args = "{}") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});
const [oslo, rome] = [call("a", "oslo"), call("b", "rome")];

describe("a streamed message keeps all of its deltas", () => {
  test.each<[string, object[], object]>([
    ["texts", [{ content: "The " }, { content: "answer" }], { content: "The answer" }],
    [
      "lists of texts",
      [{ content: [text("The ")] }, { content: [text("not "), text("so ")] }, { content: [text("few.")] }],
      { content: [text("The not so few.")] },
    ],
    [
      "parts of other kinds between them",
      [{ content: [text("a")] }, { content: [{ type: "reference", reference_ids: [1] }] }, { content: [text("b")] }],
      { content: [text("a"), { type: "reference", reference_ids: [1] }, text("b")] },
    ],
    [
      "texts that become lists and texts again",
      [{ content: "" }, { content: "Paris is" }, { content: [{ type: "reference" }] }, { content: " of France." }],
      { content: [text("Paris is"), { type: "reference" }, text(" of France.")] },
    ],
    [
      "parts whose other members differ",
      [{ content: [text("a", { index: 0 })] }, { content: [text("b", { index: 1 })] }],
      { content: [text("a", { index: 0 }), text("b", { index: 1 })] },
    ],
    [
      "thoughts in detail and annotations",
      [
        { reasoning_details: [text("Hm")], annotations: [] },
        { reasoning_details: [text("m.")], annotations: [{ url: "one" }] },
        { reasoning_details: [{ type: "encrypted", data: "x" }], annotations: [{ url: "two" }] },
      ],
      {
        reasoning_details: [text("Hmm."), { type: "encrypted", data: "x" }],
        annotations: [{ url: "one" }, { url: "two" }],
      },
    ],
    [
      "a call of an older function",
      [{ function_call: { name: "f", arguments: '{"a"' } }, { function_call: { arguments: ":1}" } }],
      { function_call: { name: "f", arguments: '{"a":1}' } },
    ],
  ])("%s", (_name, deltas, message) => {
    expect(messageOf(...deltas)).toEqual(message);
    expect(follow(...deltas).isPartial).toBe(false);
  });

  test.each<[string, object[], object[]]>([
    [
      "by numbers",
      [
        { index: 0, ...oslo },
        { index: 1, ...rome },
      ],
      [oslo, rome],
    ],
    [
      "that grow by turns",
      [{ index: 0, ...call("a", "oslo", "{") }, { index: 1, ...call("b", "rome", "{") }, tail(0), tail(1)],
      [oslo, rome],
    ],
    [
      "that share a number",
      [
        { index: 0, ...oslo },
        { index: 0, ...call("b", "rome", "{") },
        tail(0),
        { index: 0, ...call("c", "rome", "{") },
        tail(0, "c"),
      ],
      [oslo, rome, call("c", "rome")],
    ],
    [
      "whose name comes once more",
      [
        { index: 0, ...call("a", "oslo", "{") },
        { index: 0, ...call("a", "oslo", "}") },
      ],
      [oslo],
    ],
    ["by numbers that begin later", [{ index: 1, ...call("a", "oslo", "{") }, tail(1)], [oslo]],
    ["without numbers", [oslo, rome], [oslo, rome]],
    [
      "without numbers that grow",
      [call("a", "oslo", "{"), { function: { arguments: "}" } }, call("b", "rome", "{"), tail(undefined, "b")],
      [oslo, rome],
    ],
    ["without numbers and ids", [call("", "oslo"), call("", "rome")], [call("", "oslo"), call("", "rome")]],
    ["whose id and name are left empty later", [{ index: 0, ...call("a", "oslo", "{") }, emptied], [oslo]],
  ])("calls of tools %s", (_name, deltas, calls) => {
    expect(messageOf(...deltas.map((delta) => ({ tool_calls: [delta] })))).toEqual({ tool_calls: calls });
    expect(messageOf({ tool_calls: deltas })).toEqual({ tool_calls: calls });
  });

  test("and changes no chunk", () => {
    const delta = { content: [text("a")] };
    expect(messageOf(delta, delta)).toEqual({ content: [text("aa")] });
    expect(delta).toEqual({ content: [text("a")] });
  });
});

const emptied = { index: 0, id: "", function: { name: "", arguments: "}" } };
function tail(index?: number, id?: string) {
  return { ...(index === undefined ? {} : { index }), ...(id ? { id } : {}), function: { arguments: "}" } };
}

describe("a streamed message that is not all there says so", () => {
  test.each<[string, object[]]>([
    ["an object in place of an earlier one", [{ audio: { data: "a" } }, { audio: { data: "b" } }]],
    ["a number in place of another", [{ score: 1 }, { score: 2 }]],
    ["another name", [{ tool_calls: [{ index: 0, id: "a" }] }, { tool_calls: [{ index: 0, id: "b" }] }]],
    ["a text in place of a list", [{ annotations: [{}] }, { annotations: "a" }]],
    ["more than is kept", [{ content: "a".repeat(1_000_000) }, { content: "b" }]],
    ["a long list", [{ content: Array.from({ length: 1_000 }, () => ({ type: "x", data: "a".repeat(2_000) })) }]],
    ["a list that is nested deeply", [{ content: [JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`)] }]],
  ])("%s", (_name, deltas) => {
    const answer = follow(...deltas);
    expect(answer.isPartial).toBe(true);
    expect(JSON.stringify(answer.read()).length).toBeLessThan(1_100_000);
  });

  test("but not where something is repeated", () => {
    const delta = () => ({
      role: "assistant",
      score: 1,
      extra_content: { google: { thought: true, levels: [1, { a: null }] } },
      tool_calls: [{ index: 0, id: "a", type: "function", extra_content: { google: { thought_signature: "s" } } }],
    });
    // Each chunk is parsed by itself, so its objects are others.
    expect(follow(delta(), { ...delta(), content: null }).isPartial).toBe(false);
    expect(messageOf(delta(), delta())).toEqual(messageOf(delta()));
  });

  test("where an object comes in place of one that is as long", () => {
    expect(follow({ extra: { thought: [1] } }, { extra: { thought: [2] } }).isPartial).toBe(true);
    expect(
      follow({ extra: { a: 1 } }, { extra: JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`) }).isPartial,
    ).toBe(true);
  });
});

test("the size of a streamed answer is that of its texts", () => {
  expect(follow({ content: "four" }, { content: [text("five5")] }).characters).toBe(9);
});

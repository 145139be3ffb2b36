// Streams of chats whose tool calls come in other orders, in the protocols whose items follow one another.
import { describe, expect, test } from "vitest";
import { recordIn, recordsIn } from "@/lib/records";
import type { GatewayFailure } from "../errors";
import { answerIn, type Dialog, type Json, type StreamWriter } from "./dialect";
import { MessageStream } from "./message-stream";
import { messageDialog } from "./messages";
import { frameOf } from "./response-parts";
import { ResponseStream } from "./response-stream";
import { responseDialog } from "./responses";

const storing = {
  previous: () => null,
  expand: async (body: Json) => ({ body, characters: 0, missing: null }),
  keep: () => undefined,
};

/** A text, or a call as `id name arguments`. */
type Items = string[];

const call = (index: number | null, id: string, name: string, args?: string): Json => ({
  ...(index === null ? {} : { index }),
  ...(id ? { id, type: "function" } : {}),
  function: { ...(name ? { name } : {}), ...(args === undefined ? {} : { arguments: args }) },
});
const calls = (...tool_calls: Json[]): Json => ({ tool_calls });
const args = (index: number | null, text: string): Json => calls(call(index, "", "", text));
const text = (content: string): Json => ({ content });

function eventsOf(writer: StreamWriter, deltas: Json[]): Json[] {
  const chunks = deltas.map(({ finish_reason = null, ...delta }) => ({ index: 0, delta, finish_reason }));
  const written = chunks.map((choice) => writer.chunk({ id: "c1", choices: [choice] })).join("");
  return parsed(written + writer.end());
}

const parsed = (events: string): Json[] =>
  events
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => JSON.parse(event.split("data: ")[1] ?? ""));

/** Reads a stream as its clients do: what grows is the block that has begun last, until it ends. */
function messageItems(deltas: Json[]): Items {
  const items: Items = [];
  let open: unknown = null;
  for (const { type, index, content_block, delta } of eventsOf(new MessageStream(true), deltas)) {
    const { text, partial_json: json } = recordIn(delta);
    if (type === "content_block_start") {
      expect([open, index]).toEqual([null, items.length]);
      open = index;
      const { type: kind, id, name } = recordIn(content_block);
      items.push(kind === "tool_use" ? `${id} ${name} ` : "");
    } else if (type === "content_block_delta") {
      expect(index).toBe(open);
      items.push(`${items.pop()}${text ?? json}`);
    } else if (type === "content_block_stop") {
      expect(index).toBe(open);
      open = null;
    }
  }
  expect(open).toBe(null);
  return items;
}

const shownIn = (events: string): string => parsed(events).map(shown).join("");

function shown({ content_block, delta }: Json): string {
  const { type, id, name } = recordIn(content_block);
  const { text, partial_json: json } = recordIn(delta);
  return type === "tool_use" ? `${id} ${name} ` : String(text ?? json ?? "");
}

function responseItems(deltas: Json[]): Items {
  const grown: Items = [];
  let open: unknown = null;
  let output: unknown;
  for (const event of eventsOf(new ResponseStream(frameOf(null, null, 0), () => undefined), deltas)) {
    const { type, item, delta, output_index: index } = event;
    if (type === "response.output_item.added") {
      expect([open, index]).toEqual([null, grown.length]);
      open = recordIn(item).id;
      const { type: kind, call_id: id, name } = recordIn(item);
      grown.push(kind === "function_call" ? `${id} ${name} ` : "");
    } else if (typeof delta === "string") {
      expect(event.item_id).toBe(open);
      grown.push(`${grown.pop()}${delta}`);
    } else if (type === "response.output_item.done") open = null;
    if (type === "response.completed" || type === "response.incomplete") output = recordIn(event.response).output;
  }
  const whole = recordsIn(output).map(({ type, call_id: id, name, arguments: json, content }) =>
    type === "function_call" ? `${id} ${name} ${json}` : String(recordsIn(content)[0]?.text),
  );
  expect(grown).toEqual(whole);
  return grown;
}

/** Calls without ids get new ones. */
const withoutNewIds = (item: string): string => item.replace(/^call_[0-9a-f-]{36} /, "call_new ");

const cases: [string, Json[], Items][] = [
  [
    "one after another",
    [calls(call(0, "a", "look", "")), args(0, '{"a":'), args(0, "1}"), calls(call(1, "b", "peek", "")), args(1, "{}")],
    ['a look {"a":1}', "b peek {}"],
  ],
  [
    "that share a number",
    [calls(call(0, "a", "look", '{"a":1}')), calls(call(0, "b", "peek", '{"b":2}'))],
    ['a look {"a":1}', 'b peek {"b":2}'],
  ],
  [
    "without numbers",
    [calls(call(null, "a", "look", '{"a":1}'), call(null, "b", "peek", "{")), args(null, '"b":2}')],
    ['a look {"a":1}', 'b peek {"b":2}'],
  ],
  [
    "without numbers and ids",
    [calls(call(null, "", "look", '{"a":1}'), call(null, "", "peek", "{}"))],
    ['call_new look {"a":1}', "call_new peek {}"],
  ],
  [
    "that all begin before their arguments",
    [calls(call(0, "a", "look", ""), call(1, "b", "peek", "")), args(0, '{"a":1}'), args(1, '{"b":2}')],
    ['a look {"a":1}', 'b peek {"b":2}'],
  ],
  [
    "that grow by turns",
    [calls(call(0, "a", "look", "{"), call(1, "b", "peek", "{")), args(1, '"b":'), args(0, '"a":1}'), args(1, "2}")],
    ['a look {"a":1}', 'b peek {"b":2}'],
  ],
  [
    "whose texts have brackets",
    [calls(call(0, "a", "look", '{"a":"}\\"}"')), calls(call(1, "b", "peek", "{}")), args(0, ',"c":[{}]}')],
    ['a look {"a":"}\\"}","c":[{}]}', "b peek {}"],
  ],
  [
    "of which the first has no arguments",
    [calls(call(0, "a", "look", "")), calls(call(1, "b", "peek", "{")), args(1, "}")],
    ["a look ", "b peek {}"],
  ],
  [
    "whose arguments are never whole, because the answer was cut",
    [calls(call(0, "a", "look", "{")), calls(call(1, "b", "peek", "{}")), args(0, '"a'), { finish_reason: "length" }],
    ['a look {"a', "b peek {}"],
  ],
  [
    "whose name follows their id",
    [calls({ index: 0, id: "a", type: "function" }), calls(call(0, "", "look")), args(0, "{}")],
    ["a look {}"],
  ],
  [
    "that repeat their id and name",
    [calls(call(0, "a", "look", "{")), calls(call(0, "a", "look", "}"))],
    ["a look {}"],
  ],
  [
    "with a text between their arguments",
    [calls(call(0, "a", "look", "{")), { ...text("Hm"), ...args(0, "}") }, text("m.")],
    ["a look {}", "Hmm."],
  ],
  ["after a text", [text("Hm"), text("m."), calls(call(0, "a", "look", "{}"))], ["Hmm.", "a look {}"]],
  ["that are empty, within a text", [text("Hm"), calls({ index: 0 }), text("m.")], ["Hmm."]],
];

describe.each<[string, (deltas: Json[]) => Items]>([
  ["messages", messageItems],
  ["responses", responseItems],
])("a stream of %s has calls of tools", (_protocol, itemsOf) => {
  test.each(cases)("%s", (_name, deltas, items) => {
    expect(itemsOf(deltas).map(withoutNewIds)).toEqual(items);
  });
});

/** What each delta shows at once. */
const streams: [string, Json[], Items][] = [
  [
    "calls that follow one another",
    [calls(call(0, "a", "look", "")), args(0, '{"a":1}'), calls(call(1, "b", "peek", "")), args(1, '{"b"')],
    ["a look ", '{"a":1}', "b peek ", '{"b"'],
  ],
  ["texts after an empty call", [calls({ index: 0 }), text("Hello"), text(" world")], ["", "Hello", " world"]],
  [
    "a call without an id, and the text after it",
    [calls(call(0, "", "look", "")), args(0, '{"a"'), args(0, ":1}"), text("Hm")],
    ["", 'call_new look {"a"', ":1}", "Hm"],
  ],
  [
    "calls of which the first have no arguments",
    [calls(call(0, "a", "look", ""), call(1, "b", "see", "")), calls(call(2, "c", "peek", "{")), args(2, "}")],
    ["a look ", "", "b see c peek {}"],
  ],
  [
    "a text whose stream begins a call that has no name yet",
    [text("Hm"), calls({ index: 0, id: "a" }), text("m."), calls(call(0, "", "look", "{}"))],
    ["Hm", "", "m.", "a look {}"],
  ],
];

test.each(streams)("%s stream as they come", (_name, deltas, expected) => {
  const writer = new MessageStream(true);
  const written = deltas.map((delta) => shownIn(writer.chunk({ choices: [{ index: 0, delta }] })));
  expect(written.map(withoutNewIds)).toEqual(expected);
});

test("what waits for a call without arguments goes out at the finish reason, and what follows is no new item", () => {
  const writer = new MessageStream(true);
  const chunk = (delta: Json, finish_reason: string | null) =>
    shownIn(writer.chunk({ choices: [{ index: 0, delta, finish_reason }] }));
  expect(chunk(calls(call(0, "a", "look", "")), null)).toBe("a look ");
  expect(chunk(text("H"), null)).toBe("");
  expect(chunk(text("m"), "tool_calls")).toBe("Hm");
  expect(chunk(text("."), "tool_calls")).toBe(".");
  expect(writer.end().match(/content_block_stop"/g)).toHaveLength(1);
});

test.each<StreamWriter>([new MessageStream(true), new ResponseStream(frameOf(null, null, 0), () => undefined)])(
  "a call whose arguments come after the whole ones of the next is refused, not cut",
  (writer) => {
    const deltas = [calls(call(0, "a", "look", ""), call(1, "b", "peek", "{}")), args(0, "{}")];
    expect(() => deltas.map((delta) => writer.chunk({ choices: [{ delta }] }))).toThrow("ended");
  },
);

test.each<[string, Json]>([
  ["a later call", args(1, "x".repeat(100_000))],
  ["a text", text("x".repeat(100_000))],
])("no more than a million characters of %s wait", (_name, delta) => {
  const writer = new MessageStream(true);
  const write = (next: Json) => writer.chunk({ choices: [{ delta: next }] });
  write(calls(call(0, "a", "look", "{"), call(1, "b", "peek", "")));
  for (let count = 0; count < 10; count += 1) write(delta);
  expect(() => write(delta)).toThrow("a million characters");
});

test("what need not wait has no limit, nor has what follows it", () => {
  const writer = new MessageStream(true);
  const write = (next: Json) => writer.chunk({ choices: [{ delta: next }] });
  write(calls(call(-1, "z", "look", `{"a":"${"x".repeat(1_000_001)}"}`)));
  for (let number = 0; number < 30; number += 2) {
    write(calls(call(number, `a${number}`, "look", "{"), call(number + 1, `b${number}`, "peek", "{")));
    write(args(number + 1, `"a":"${"x".repeat(100_000)}"}`));
    expect(write(args(number, "}"))).toContain("xxx");
  }
});

test("a stream whose calls are refused ends with the error, and the provider's with it", async () => {
  let isReleased = false;
  async function* provider() {
    try {
      for (const delta of [calls(call(0, "a", "look", ""), call(1, "b", "peek", "{}")), args(0, "{}"), text("Hm")])
        yield `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
    } finally {
      isReleased = true;
    }
  }
  const failures: GatewayFailure[] = [];
  const reply = { status: 200, headers: {}, body: provider() };
  const { body } = answerIn(messageDialog(), reply, {
    refused: (failure) => failures.push(failure),
    written: () => undefined,
  });
  const events: string[] = [];
  if (body !== null && typeof body === "object" && !(body instanceof Uint8Array))
    for await (const chunk of body) events.push(String(chunk));
  expect(parsed(events.join("")).at(-1)).toMatchObject({ type: "error", error: { code: "upstream_error" } });
  expect(events.join("")).not.toContain("Hm");
  expect(isReleased).toBe(true);
  // The record then shows a failure of the provider, not a client that left.
  expect(failures.map(({ code }) => code)).toEqual(["upstream_error"]);
});

test("calls whose arguments come in turns, the later ones first, are whole", () => {
  const writer = new MessageStream(true);
  const deltas = [calls(call(0, "a", "look", ""), call(1, "b", "peek", "{")), args(0, "{"), args(1, "}"), args(0, "}")];
  const written = deltas.map((delta) => writer.chunk({ choices: [{ delta }] })).join("") + writer.end();
  expect(
    written
      .match(/"partial_json":"[^"]*"/g)
      ?.map((part) => part.slice(16, -1))
      .join(""),
  ).toBe("{}{}");
});

test.each<Dialog["whole"]>([messageDialog().whole, responseDialog(() => 0, storing).whole])(
  "a call without an id has a new one in whole answers",
  (whole) => {
    const message = calls(call(null, "", "look", "{}"), call(null, "", "peek", "{}"));
    const answer = whole({ choices: [{ message }] });
    const ids = recordsIn(answer.content ?? answer.output).map(({ call_id, id }) => call_id ?? id);
    expect(ids).toEqual([expect.stringMatching(/^call_.{36}$/), expect.stringMatching(/^call_.{36}$/)]);
    expect(ids[0]).not.toBe(ids[1]);
  },
);

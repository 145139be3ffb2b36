import { describe, expect, test } from "vitest";
import { recordsIn } from "@/lib/records";
import { type Completion, replayStream } from "./replay";
import { StreamedCompletion } from "./streamed-completion";

const completionFrom = (...chunks: object[]): Completion | null => {
  const streamed = new StreamedCompletion();
  for (const chunk of chunks) streamed.follow(JSON.parse(JSON.stringify(chunk)));
  return streamed.read(0);
};
const ofChoice = (more: object, index = 0) => ({ id: "c1", choices: [{ index, delta: { content: "a" }, ...more }] });
const safe = { hate: { filtered: false, severity: "safe" } };
const low = { hate: { filtered: false, severity: "low" } };

describe("members of a choice", () => {
  test.each<[string, object[], object[]]>([
    [
      "of a filter, which come with texts and are empty at the end",
      [
        ofChoice({ content_filter_results: {} }),
        ofChoice({ content_filter_results: safe }),
        ofChoice({ content_filter_results: low, finish_reason: null }),
        ofChoice({ content_filter_results: {}, finish_reason: "stop" }),
      ],
      [{ index: 0, content_filter_results: low, finish_reason: "stop" }],
    ],
    [
      "that are null until the end",
      [
        ofChoice({ native_finish_reason: null, stop_reason: null }),
        ofChoice({ native_finish_reason: "end_turn", stop_reason: 128_009, finish_reason: "stop" }),
      ],
      [{ native_finish_reason: "end_turn", stop_reason: 128_009, finish_reason: "stop" }],
    ],
    [
      "of each choice",
      [ofChoice({ stop_reason: "one" }, 1), ofChoice({ stop_reason: "zero" }), ofChoice({}, 2)],
      [{ index: 0, stop_reason: "zero" }, { index: 1, stop_reason: "one" }, { index: 2 }],
    ],
    [
      "but not its message so far, which is put together of its deltas",
      [ofChoice({ message: { content: "a" } }), ofChoice({ message: { content: "aa" } })],
      [{ message: { role: "assistant", content: "aa" } }],
    ],
  ])("%s", (_name, chunks, choices) => {
    expect(completionFrom(...chunks)?.choices).toMatchObject(choices);
  });

  test("are in the last chunk of a stream that is given once more", async () => {
    const completion = completionFrom(
      ofChoice({ content_filter_results: safe, native_finish_reason: null }),
      ofChoice({ content_filter_results: {}, native_finish_reason: "end_turn", finish_reason: "stop" }),
    );
    const { body } = replayStream(completion ?? {}, false);
    const choices: unknown[] = [];
    for await (const event of body as AsyncIterable<string>) // safe: replays have a stream
      if (event.startsWith("data: {")) choices.push(...recordsIn(JSON.parse(event.slice(6)).choices));
    expect(choices).toEqual([
      { index: 0, delta: { role: "assistant", content: "aa" }, logprobs: null, finish_reason: null },
      {
        index: 0,
        delta: {},
        logprobs: null,
        finish_reason: "stop",
        content_filter_results: safe,
        native_finish_reason: "end_turn",
      },
    ]);
  });

  test("that are too many or too long leave no completion", () => {
    const many = Array.from({ length: 40 }, (_, at) => ofChoice({ [`member-${at}`]: 1 }));
    const long = Array.from({ length: 9 }, (_, at) => ofChoice({ stop_reason: "a".repeat(8_000) }, at));
    expect(completionFrom(...many)).toBeNull();
    expect(completionFrom(...long)).toBeNull();
    expect(completionFrom(...long.map(({ choices }) => ({ choices: [{ ...choices[0], index: 0 }] })))).not.toBeNull();
  });
});

test("a member that is empty later keeps its value", () => {
  expect(completionFrom({ ...ofChoice({}), citations: ["one"] }, { ...ofChoice({}), citations: [] })).toMatchObject({
    citations: ["one"],
  });
});

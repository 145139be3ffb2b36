import { expect, test } from "vitest";
import { turnsOfTrace } from "./turns-of-trace";

const history = [
  { role: "user", content: "Where is it?" },
  { role: "assistant", content: "In Riga." },
  { role: "user", content: "And now?" },
];

test.each<[string, unknown, unknown, [string, string][]]>([
  [
    "texts",
    "Where?",
    "Here.",
    [
      ["user", "Where?"],
      ["assistant", "Here."],
    ],
  ],
  [
    "the last message of a history",
    history,
    { role: "assistant", content: "Still." },
    [
      ["user", "And now?"],
      ["assistant", "Still."],
    ],
  ],
  ["messages as JSON text", JSON.stringify(history), null, [["user", "And now?"]]],
  [
    "JSON of another form",
    { city: "Riga" },
    '["a"]',
    [
      ["user", '{"city":"Riga"}'],
      ["assistant", '["a"]'],
    ],
  ],
  ["text that only begins like JSON", "{name}, hello", "", [["user", "{name}, hello"]]],
  ["nothing", null, undefined, []],
])("%s", (_, input, output, turns) => {
  expect(turnsOfTrace({ input, output }).map(({ role, text }) => [role, text])).toEqual(turns);
});

import { expect, test } from "vitest";
import { inputPreview, outputPreview } from "./preview";

const messages = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "First" },
  { role: "assistant", content: "Well" },
  { role: "user", content: "Where is\n my   order?" },
];

test.each<[string, unknown, string | null, string | null]>([
  ["nothing", null, null, null],
  ["a text", "  plain\ntext ", "plain text", "plain text"],
  ["JSON", { city: "Oslo" }, '{"city":"Oslo"}', '{"city":"Oslo"}'],
  ["a conversation", messages, "Where is my order?", "Where is my order?"],
  ["an answer", [...messages, { role: "assistant", content: "In Oslo." }], "Where is my order?", "In Oslo."],
  ["only a system's message", [messages[0]], "Be brief.", "Be brief."],
  [
    "messages without text",
    [{ role: "user", content: "" }],
    '[{"role":"user","content":""}]',
    '[{"role":"user","content":""}]',
  ],
  ["a long text", "ab ".repeat(200), `${"ab ".repeat(66)}a…`, `${"ab ".repeat(66)}a…`],
  ["emoji", "🚀".repeat(300), `${"🚀".repeat(199)}…`, `${"🚀".repeat(199)}…`],
  ["two hundred characters", "x".repeat(200), "x".repeat(200), "x".repeat(200)],
  ["a huge text of spaces", `a${" ".repeat(5000)}b`, "a…", "a…"],
])("%s", (_, value, input, output) => {
  expect([inputPreview(value), outputPreview(value)]).toEqual([input, output]);
});

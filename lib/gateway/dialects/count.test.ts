// Tokens of messages that a chat cannot express, as they are counted and held.
import { describe, expect, test } from "vitest";
import { sizeOf } from "../money/request-size";
import { ask, memoryParts, webGateway } from "../testing/memory-parts";
import { messageDialog } from "./messages";

const LARGE = "A".repeat(100_000);
const text = { type: "text", text: "What is it?" };
const pdf = { type: "document", source: { type: "base64", media_type: "application/pdf", data: LARGE } };
const note = { type: "document", source: { type: "text", media_type: "text/plain", data: "word ".repeat(1000) } };
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: LARGE } };
const call = { type: "tool_use", id: "t", name: "look", input: {} };
const result = (...content: object[]) => ({ type: "tool_result", tool_use_id: "t", content });
const user = (...content: object[]) => ({ role: "user", content });
const search = { type: "web_search_20250305", name: "web_search" };

async function count(body: object) {
  const request = ask({ path: "/v1/messages/count_tokens", body: { model: "small", ...body } });
  const response = await webGateway(memoryParts()).countMessageTokens(request);
  return { status: response.status, ...(await response.json()) };
}

/** Of a message, of a file, and of a text by its bytes. */
const [MESSAGE, FILE] = [4, 1500];
const bytes = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)).length;

describe("count_tokens estimates what no chat can express", () => {
  const seen = [user(text), { role: "assistant", content: [call] }, user(result(text, pdf))];
  test.each<[string, object, number]>([
    ["a document", { messages: [user(text, pdf)] }, MESSAGE + FILE + bytes(text.text) / 4],
    ["a document of text", { messages: [user(text, note)] }, MESSAGE + (bytes(text.text) + 5000) / 4],
    [
      "a document in a tool's result",
      { messages: seen },
      3 * MESSAGE + FILE + (bytes(text.text) + bytes(call) + bytes(result(text))) / 4,
    ],
    [
      "a tool of the provider's",
      { messages: [user(text)], tools: [search] },
      MESSAGE + (bytes(text.text) + bytes([search])) / 4,
    ],
  ])("%s", async (_name, body, expected) => {
    expect(await count(body)).toEqual({ status: 200, input_tokens: Math.ceil(expected) });
  });

  test("and an image in a tool's result, which a chat can, is an image", async () => {
    const countOf = async (...content: object[]) =>
      (await count({ messages: [...seen.slice(0, 2), user(result(...content))] })).input_tokens;
    expect((await countOf(text, image)) - (await countOf(text))).toBe(MESSAGE + FILE);
  });

  test.each<[string, object, string]>([
    ["no messages", { messages: [] }, "missing_messages"],
    ["no model", { model: "", messages: [user(text)] }, "missing_model"],
    ["invalid content", { messages: [{ role: "user", content: 7 }] }, "invalid_request_error"],
    ["a block without a type", { messages: [user({ text: "x" })] }, "invalid_request_error"],
  ])("but refuses %s", async (_name, body, code) => {
    expect(await count(body)).toMatchObject({ status: 400, error: { code } });
  });
});

test("the hold for native messages counts files in tool results as files, and texts as texts", () => {
  const sketch = messageDialog().native?.sketch({ model: "m", messages: [user(result(image, text), note, pdf)] });
  const size = sketch && sizeOf(sketch);
  expect(size).toMatchObject({ parts: 2, textBytes: bytes(result(text)) + 5000 });
});

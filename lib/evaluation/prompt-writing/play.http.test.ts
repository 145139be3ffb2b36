// A prompt that is tried over the wire: its stream, and what refuses it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { type Credentials, createCredentials, pair, send } from "@/lib/http/testing/api";
import { type Mounted, mounts, sharedMount } from "@/lib/http/testing/mounts";

const PATH = "/model-hub/prompt-templates/play/";

describe.each(mounts)("playing a prompt on the %s mount", (mount) => {
  let server: Mounted;
  let owner: Credentials;
  beforeAll(async () => {
    server = await sharedMount(mount);
    owner = await createCredentials(server.db);
    await rebuildProjection();
  }, 120_000);
  afterAll(() => server?.stop());

  const messages = [{ role: "user", content: "Hello {{name}}" }];
  const play = (content: object, variables: object = { name: "Ada" }, by = owner) =>
    send(server.url, "POST", PATH, { headers: pair(by), body: { content: { messages, ...content }, variables } });

  test("streams the answer, with usage and cost before its end", async () => {
    const { status, headers, body } = await play({ model: "sandbox/echo" });
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(headers.get("x-gateway-request-id")).toBeNull();
    const events = String(body).trimEnd().split("\n\n");
    expect(events.at(-1)).toBe("data: [DONE]");
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event.replace("data: ", "")));
    expect(chunks.map(({ choices: [choice] }) => choice?.delta.content ?? "").join("")).toBe("Sandbox echo: Hello Ada");
    expect(chunks.some(({ usage }) => usage?.prompt_tokens > 0)).toBe(true);
    expect(chunks.at(-1).gateway_metadata).toHaveProperty("cost");
  });

  test("continues after turns, and leaves their braces unchanged", async () => {
    const turns = [
      { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "find" } }] },
      { role: "tool", tool_call_id: "c1", content: "found" },
      { role: "user", content: "And {{name}}?" },
    ];
    const more = (last: object) =>
      send(server.url, "POST", PATH, {
        headers: pair(owner),
        body: { content: { messages, model: "sandbox/echo" }, variables: { name: "Ada" }, turns: [...turns, last] },
      });
    const { body } = await more({ role: "user", content: "And {{name}}?" });
    const text = [...String(body).matchAll(/"content":("(?:[^"\\]|\\.)*")/g)]
      .map(([, chunk = ""]) => JSON.parse(chunk))
      .join("");
    expect(text).toBe("Sandbox echo: And {{name}}?");
    const refused = await more({ role: "poet", content: "x" });
    expect([refused.status, Object.keys(refused.body.details ?? {})]).toEqual([400, ["turns.3.role"]]);
  });

  test.each<[what: string, content: object, variables: object, fields: string[]]>([
    ["no model", {}, { name: "Ada" }, ["content.model"]],
    ["an unknown model", { model: "nobody/x" }, { name: "Ada" }, []],
    ["no value", { model: "sandbox/echo" }, {}, ["variables.name"]],
    ["no messages", { model: "sandbox/echo", messages: [] }, {}, ["content.messages"]],
  ])("refuses %s by field", async (_, content, variables, fields) => {
    const { status, body } = await play(content, variables);
    expect([status, Object.keys(body.details ?? {})]).toEqual([400, fields]);
  });

  test("is not allowed for Viewers", async () => {
    const viewer = await createCredentials(server.db, "Viewer", owner.organization);
    expect((await play({ model: "sandbox/echo" }, {}, viewer)).status).toBe(403);
  });
});

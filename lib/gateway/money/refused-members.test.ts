// What costs more than the list price, or names other models, is for those who may use what has no price.
import { describe, expect, test } from "vitest";
import type { ProviderSettings } from "../settings";
import { memoryMoney, priced } from "../testing/memory-money";
import { ask, chat, claude, memoryParts, settings, upstream, type World, webGateway } from "../testing/memory-parts";
import { completion, usage as fewTokens } from "../testing/recorded-calls";

const native = { ...upstream, name: "own", models: [], native: ["responses"] } as ProviderSettings; // safe: an upstream
const pricing = { ...priced(0.001), models: { "*": priced(0.001).models["acme/*"] ?? [] } };
const refusing = { ...pricing, unknown: "refuse" as const };

function open(more: Partial<World["settings"]>, key: World["key"] = {}) {
  const sent: Record<string, unknown>[] = [];
  const chatUsage = { ...fewTokens };
  const parts = memoryParts({
    key,
    settings: { ...settings, providers: [upstream, native, claude], pricing, ...more },
    money: memoryMoney({ credits: 1_000_000 }),
    fetch: async (url, init) => {
      sent.push(JSON.parse(String(init?.body)));
      const usage = { input_tokens: 1, output_tokens: 1 };
      const response = { id: "r", object: "response", status: "completed", model: "x", output: [], usage };
      const message = { id: "m", type: "message", role: "assistant", content: [], stop_reason: "end_turn", usage };
      if (String(url).endsWith("/messages")) return Response.json(message);
      return Response.json(
        String(url).endsWith("/responses") ? response : { ...completion({ content: "hi" }), usage: chatUsage },
      );
    },
  });
  const gateway = webGateway(parts);
  return {
    sent,
    parts,
    usage: chatUsage,
    chat: (body: object) => gateway.createChatCompletion(ask({ body: chat("small", body) })),
    responses: (body: object) =>
      gateway.createResponse(ask({ path: "/v1/responses", body: { input: "Hello there", ...body } })),
    messages: (body: object) =>
      gateway.createMessage(ask({ path: "/v1/messages", body: { ...chat("claude/x"), max_tokens: 9, ...body } })),
  };
}

describe("the service tier priority", () => {
  test.each<[string, Parameters<typeof open>]>([
    ["of a managed key", [{}, { isManaged: true }]],
    ["of a key that refuses what has no price", [{}, { refusesUnpriced: true }]],
    ["where what has no price is refused", [{ pricing: refusing }]],
  ])("%s is refused by name, in chats and in native responses", async (_name, world) => {
    const { chat, responses, sent } = open(...world);
    for (const refused of [
      await chat({ service_tier: "priority" }),
      await responses({ model: "own/x", service_tier: "priority" }),
    ]) {
      const { error } = await refused.json();
      expect([refused.status, error]).toMatchObject([403, { code: "permission_denied", param: "service_tier" }]);
    }
    expect(sent).toEqual([]);
    expect((await chat({ service_tier: "flex" })).status).toBe(200);
    expect((await responses({ model: "own/x", service_tier: "default" })).status).toBe(200);
    expect((await responses({ model: "small", service_tier: "priority" })).status).toBe(403);
    expect(sent).toMatchObject([{ service_tier: "flex" }, { service_tier: "default" }]);
  });

  test("of other keys passes, and is charged at the list price", async () => {
    const { chat, parts } = open({});
    expect((await chat({ service_tier: "priority" })).status).toBe(200);
    expect(parts.entries).toMatchObject([{ cost: 8 }]);
  });
});

describe("an Anthropic option that costs more", () => {
  const fast = { speed: "fast" };
  const inAmerica = { inference_geo: "us" };

  test.each<[string, Parameters<typeof open>, object, string]>([
    ["speed of a managed key", [{}, { isManaged: true }], fast, "speed"],
    ["a region of a managed key", [{}, { isManaged: true }], inAmerica, "inference_geo"],
    ["speed where what has no price is refused", [{ pricing: refusing }], fast, "speed"],
    ["a region where what has no price is refused", [{ pricing: refusing }], inAmerica, "inference_geo"],
    ["servers of tools of a managed key", [{}, { isManaged: true }], { mcp_servers: [{ type: "url" }] }, "mcp_servers"],
    ["a container of a managed key", [{}, { isManaged: true }], { container: "c" }, "container"],
  ])("is refused by name: %s", async (_what, world, more, param) => {
    const { messages, sent } = open(...world);
    const refused = await messages(more);
    expect([refused.status < 404 && refused.status >= 400, (await refused.json()).error.param, sent]).toEqual([
      true,
      param,
      [],
    ]);
    const usual = await messages({ speed: "standard", inference_geo: "global" });
    expect([usual.status, sent.length]).toEqual([200, 1]);
  });

  test("passes for other keys, and is charged at the list price", async () => {
    const { messages, sent, parts } = open({});
    expect((await messages({ ...fast, ...inAmerica })).status).toBe(200);
    expect(sent).toMatchObject([{ ...fast, ...inAmerica }]);
    expect(parts.entries).toMatchObject([{ cost: 2 }]);
  });
});

describe("in a chat, a provider's own tools", () => {
  const tools: [member: string, param: string, value: unknown][] = [
    ["web_search_options", "web_search_options", {}],
    ["plugins", "plugins", [{ id: "web" }]],
    ["search_parameters", "search_parameters", { mode: "on" }],
    ["tools", "tools[1]", [{ type: "function", function: { name: "look" } }, { type: "web_search_preview" }]],
  ];

  test.each(tools)("in %s are refused to keys that may only use what has a price", async (member, param, value) => {
    for (const world of [[{}, { isManaged: true }], [{ pricing: refusing }]] as Parameters<typeof open>[]) {
      const { chat, sent } = open(...world);
      const refused = await chat({ [member]: value });
      expect([refused.status, (await refused.json()).error, sent]).toMatchObject([
        403,
        { code: "permission_denied", param },
        [],
      ]);
    }
  });

  test.each(tools)("in %s pass for other keys, and are booked as reported", async (member, _param, value) => {
    const { chat, sent, parts, usage } = open({});
    usage.prompt_tokens = 300_000;
    expect((await chat({ [member]: value })).status).toBe(200);
    expect(sent).toMatchObject([{ [member]: value }]);
    expect(parts.entries).toMatchObject([{ inputTokens: 300_000, isEstimated: false }]);
  });

  test.each<[string, object]>([
    ["no plugins", { plugins: [] }],
    ["a search that is off", { search_parameters: { mode: "off" } }],
    ["no options", { web_search_options: null }],
    ["tools of the client", { tools: [{ type: "custom", custom: { name: "a" } }, { type: "function" }] }],
  ])("are not %s", async (_name, more) => {
    const { chat } = open({}, { isManaged: true });
    expect((await chat(more)).status).toBe(200);
  });
});

describe("other models that a chat names", () => {
  const named: [member: string, value: unknown][] = [
    ["models", ["openai/o1-pro"]],
    ["route", "fallback"],
    ["fallbacks", [{ model: "o1-pro" }]],
    ["fallback_models", ["o1-pro"]],
  ];
  const limited: Parameters<typeof open> = [{}, { allowedModels: ["acme/small", "small"] }];

  test.each(named)("as %s are refused to keys that may not use every model", async (member, value) => {
    for (const world of [limited, [{}, { isManaged: true }], [{ pricing: refusing }]] as Parameters<typeof open>[]) {
      const { chat, sent } = open(...world);
      const refused = await chat({ [member]: value });
      const { error } = await refused.json();
      expect([refused.status, error, sent]).toMatchObject([403, { code: "permission_denied", param: member }, []]);
      expect(error.message).toBe(`${member}: This key may not name other models for the provider to use.`);
    }
  });

  test.each(named)("as %s pass for other keys", async (member, value) => {
    const { chat, sent } = open({});
    expect((await chat({ [member]: value })).status).toBe(200);
    expect(sent).toMatchObject([{ [member]: value }]);
  });

  test.each<[string, object]>([
    ["no models", { models: [], fallbacks: null }],
    ["no route", { route: "" }],
  ])("are not %s", async (_name, more) => {
    expect((await open(...limited).chat(more)).status).toBe(200);
  });
});

// Prompts that the gateway fills into chats, run in Node and in the edge runtime alike.
import { describe, expect, test } from "vitest";
import { type PromptContentInput, promptContent } from "@/lib/contracts/prompts/content";
import { createMemoryEngine } from "@/lib/embedded/redis/memory-engine";
import { requesterOf } from "@/lib/redis/engine";
import { redisOver } from "@/lib/redis/redis";
import { labelField, nameField, promptsOf, versionField } from "../prompts/projected";
import { REMEMBERED_MS, redisPrompts } from "../prompts/store";
import { callSpan } from "../record/call-span";
import { recordOf } from "../record/record-of";
import { sha256 } from "../sha256";
import { ask, memoryParts, NOW, type World, webGateway } from "./memory-parts";
import { completion } from "./recorded-calls";

const version = (number: number, text: string, more: Partial<PromptContentInput> = {}) =>
  JSON.stringify({
    name: "Greeting",
    number,
    content: promptContent.parse({
      model: "small",
      settings: { temperature: 0.2, max_tokens: 9 },
      messages: [
        { role: "system", content: "Be kind." },
        { type: "placeholder", name: "history" },
        { role: "user", content: text },
      ],
      ...more,
    }),
  });

async function world(more: World = {}) {
  const redis = redisOver(requesterOf(createMemoryEngine()));
  const clock = { now: NOW };
  const first = version(1, "Hello {{ name }}");
  await redis.hset(promptsOf("org-1"), {
    [nameField("Greeting")]: "id",
    [versionField("Greeting", 1)]: first,
    [versionField("Greeting", 2)]: version(2, "Hi {{name}}, {{name}}"),
    [labelField("Greeting", "production")]: first,
  });
  const sent: Record<string, unknown>[] = [];
  const parts = memoryParts({
    prompts: redisPrompts(redis, () => clock.now),
    fetch: async (_url, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return Response.json(completion({ content: "answer" }));
    },
    ...more,
  });
  const gateway = webGateway(parts);
  const send = async (body: object) => {
    const response = await gateway.createChatCompletion(ask({ body }));
    return { status: response.status, headers: response.headers, ...(await response.json()) };
  };
  return { redis, clock, sent, parts, send };
}

const named = (more: object = {}) => ({ prompt: { name: "greeting", ...more } });
const values = { variables: { name: "Ada", history: [{ role: "assistant", content: "Yes?" }] } };
const messages = [
  { role: "system", content: "Be kind." },
  { role: "assistant", content: "Yes?" },
  { role: "user", content: "Hello Ada" },
];

export function describePrompts(runtime: string): void {
  describe(`prompts in ${runtime}`, () => {
    test("are filled in: production unless label or version say otherwise", async () => {
      const { send, sent } = await world();
      const answers = [
        await send(named(values)),
        await send(named({ ...values, label: "PRODUCTION" })),
        await send(named({ ...values, version: "v2" })),
        await send(named({ ...values, version: 2 })),
      ];
      expect(answers.map(({ status, headers }) => [status, headers.get("x-gateway-prompt-version")])).toEqual([
        [200, "v1"],
        [200, "v1"],
        [200, "v2"],
        [200, "v2"],
      ]);
      expect(sent[0]).toMatchObject({ model: "small", temperature: 0.2, max_tokens: 9, messages });
      expect(sent[0]).not.toHaveProperty("prompt");
      expect(sent[2]?.messages).toEqual([...messages.slice(0, 2), { role: "user", content: "Hi Ada, Ada" }]);
    });

    test("give way to what the request itself says, and come before its messages", async () => {
      const { send, sent } = await world();
      const more = { role: "user", content: "And {{name}}?" };
      await send({ ...named(values), model: "org/large", temperature: 1, messages: [more] });
      expect(sent[0]).toMatchObject({ model: "org/large", temperature: 1, max_tokens: 9 });
      expect(sent[0]?.messages).toEqual([...messages, more]);
    });

    test("are what limits, guardrails and the log see: which version answered is recorded", async () => {
      const { send, parts } = await world();
      await send(named(values));
      const [request] = parts.requests;
      const [call] = parts.calls;
      if (!request || !call) throw new Error("nothing was recorded");
      const used = { name: "Greeting", version: "v1", label: "production" };
      expect([request.prompt, request.body?.messages]).toEqual([used, messages]);
      expect((await recordOf(request, 1000, sha256)).request.prompt).toEqual(used);
      expect((await callSpan(call, 1000, sha256)).attributes).toMatchObject({
        "gateway.prompt.name": "Greeting",
        "gateway.prompt.version": "v1",
        "gateway.prompt.label": "production",
      });
    });

    test.each<[what: string, body: object, status: number, code: string, param: string | null]>([
      ["an unknown prompt", { prompt: { name: "nobody" } }, 404, "prompt_not_found", "prompt.name"],
      ["an unknown label", named({ label: "canary" }), 404, "prompt_not_found", "prompt.label"],
      ["an unknown version", named({ version: "v7" }), 404, "prompt_not_found", "prompt.version"],
      ["no name", { prompt: {} }, 400, "invalid_request_error", "prompt.name"],
      ["a version of another form", named({ version: "new" }), 400, "invalid_request_error", "prompt.version"],
      ["label and version", named({ label: "a", version: 1 }), 400, "invalid_request_error", "prompt.version"],
      ["an unknown member", named({ labels: [] }), 400, "invalid_request_error", "prompt.labels"],
      ["variables of another form", named({ variables: [] }), 400, "invalid_request_error", "prompt.variables"],
      ["no variable", named(), 400, "invalid_request_error", "prompt.variables.name"],
      [
        "a placeholder that is not a list",
        named({ variables: { name: "Ada", history: "x" } }),
        400,
        "invalid_request_error",
        "prompt.variables.history",
      ],
      ["messages that are not a list", { ...named(values), messages: "x" }, 400, "invalid_request_error", "messages"],
      ["another's prompt of that name", { prompt: "pmpt_1", messages: [] }, 400, "missing_model", null],
    ])("%s is refused", async (_, body, status, code, param) => {
      const { send, sent } = await world();
      const answer = await send(body);
      expect([answer.status, answer.error.code, answer.error.param]).toEqual([status, code, param]);
      expect(sent).toEqual([]);
    });

    test.each([
      ["createResponse", { input: "Hi" }],
      ["createResponse", { input: "Hi", model: "small" }],
      ["createMessage", { messages: [{ role: "user", content: "Hi" }], max_tokens: 9 }],
      ["createMessage", { messages: [{ role: "user", content: "Hi" }], max_tokens: 9, model: "small" }],
    ] as const)("%s takes none, and says where to send it: %j", async (operation, body) => {
      const { parts, sent } = await world();
      const response = await webGateway(parts)[operation](ask({ body: { ...body, ...named(values) } }));
      const { error } = await response.json();
      expect([response.status, error.message]).toEqual([
        400,
        expect.stringMatching(/^prompt: .*\/v1\/chat\/completions/),
      ]);
      expect(sent).toEqual([]);
    });

    test("every missing value is named", async () => {
      const { send } = await world();
      expect((await send(named())).error.message).toBe(
        "prompt.variables.name: Has no value. prompt.variables.history: Has no value.",
      );
    });

    test("of another organization are not found; an operator's key has none", async () => {
      const theirs = await world({ key: { organizationId: "org-2" } });
      expect((await theirs.send(named(values))).status).toBe(404);
      const operators = await world({ key: { organizationId: null } });
      expect((await operators.send(named(values))).error).toMatchObject({ param: "prompt" });
    });

    test("are found by a name in either normal form", async () => {
      const { redis, send } = await world();
      const stored = {
        [nameField("Grüße")]: "id",
        [labelField("Grüße", "production")]: version(1, "Hello {{ name }}"),
      };
      await redis.hset(promptsOf("org-1"), stored);
      const statusOf = async (name: string) => (await send({ prompt: { ...values, name } })).status;
      expect(await Promise.all(["NFC", "NFD"].map((form) => statusOf("Grüße".normalize(form))))).toEqual([200, 200]);
    });

    test("are remembered for seconds; what is not found is looked for again at once", async () => {
      const { send, redis, clock } = await world();
      const answered = async (more: object = {}) =>
        (await send(named({ ...values, ...more }))).headers.get("x-gateway-prompt-version");
      expect([await answered(), await answered({ label: "canary" })]).toEqual(["v1", null]);
      const moved = version(2, "Hi {{name}}");
      await redis.hset(promptsOf("org-1"), {
        [labelField("Greeting", "production")]: moved,
        [labelField("Greeting", "canary")]: moved,
      });
      expect([await answered(), await answered({ label: "canary" })]).toEqual(["v1", "v2"]);
      clock.now += REMEMBERED_MS;
      expect(await answered()).toBe("v2");
    });

    test("that cannot be read are a 503 that says when to retry", async () => {
      const { send, redis } = await world();
      redis.hget = () => Promise.reject(new Error("no route"));
      const answer = await send(named(values));
      expect([answer.status, answer.error.code, answer.headers.get("retry-after")]).toEqual([
        503,
        "service_unavailable",
        "1",
      ]);
    });
  });
}

// The exact cache, run in Node and in the edge runtime alike.
import { describe, expect, test } from "vitest";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import { ask, chat, chunk, memoryLimiter, memoryParts, streamOf, type World, webGateway } from "./memory-parts";
import { completion } from "./recorded-calls";

const keeping = { cache: { ttlMs: 300_000 } };

/** A gateway that keeps answers, whose provider numbers its own, and how often that was asked. */
function world(
  more: World = {},
  answer = (count: number): Response => Response.json(completion({ content: `answer ${count}` })),
) {
  let count = 0;
  const parts = memoryParts({
    organization: keeping,
    fetch: async () => answer(++count),
    ...more,
  });
  const gateway = webGateway(parts);
  const send = async (body: object = chat("small"), headers: Record<string, string> = {}) => {
    const response = await gateway.createChatCompletion(ask({ body, headers }));
    const text = await response.text();
    return { response, text, how: response.headers.get("x-gateway-cache"), called: count };
  };
  return { send, parts };
}

const streamed = { ...chat("small"), stream: true };
const contentOf = (text: string) =>
  text
    .split("\n\n")
    .filter((event) => event.startsWith("data: {"))
    .map((event) => JSON.parse(event.slice(6)).choices[0]?.delta.content ?? "")
    .join("");

export function describeCache(runtime: string): void {
  describe(`the cache in ${runtime}`, () => {
    test("answers a request once more without its provider", async () => {
      const { send } = world();
      const [first, second] = [await send(), await send()];
      expect([first.how, second.how, second.called]).toEqual(["MISS", "HIT", 1]);
      expect(JSON.parse(second.text)).toEqual(JSON.parse(first.text));
      // The published client in TypeScript compares with lower case.
      const seen = [first, second].map(({ response }) => response.headers.get("x-agentcc-cache"));
      expect(seen).toEqual(["miss", "hit"]);
    });

    test("is off unless the organization has it", async () => {
      const { send } = world({ organization: {} });
      expect([(await send()).how, (await send()).called]).toEqual([null, 2]);
    });

    test.each<[string, object]>([
      ["temperature", { temperature: 0.5 }],
      ["model", { model: "org/large" }],
      ["messages", { messages: [{ role: "user", content: "Hello  there" }] }],
      ["tools", { tools: [{ type: "function", function: { name: "f" } }] }],
      ["stop", { stop: ["x"] }],
      ["a member that it does not know", { vendor: 1 }],
    ])("tells requests apart by %s", async (_name, more) => {
      const { send } = world();
      await send();
      expect(await send({ ...chat("small"), ...more })).toMatchObject({ how: "MISS", called: 2 });
    });

    test("takes requests for one that differ in who asks, or in the order of members", async () => {
      const { send } = world();
      await send({ ...chat("small"), temperature: 0, top_p: 1, user: "a", metadata: { a: "b" } });
      expect(await send({ top_p: 1, temperature: 0, user: "b", ...chat("small") })).toMatchObject({
        how: "HIT",
        called: 1,
      });
    });

    test("keeps organizations and namespaces apart, and models behind one name", async () => {
      const one = world();
      await one.send();
      for (const more of [
        { key: { organizationId: "org-2" } },
        { organization: { ...keeping, modelMap: { small: "acme/org/large" } } },
      ]) {
        const other = world(more);
        Object.assign(other.parts.answers, one.parts.answers);
        expect((await other.send()).how).toBe("MISS");
      }
      expect((await one.send(chat("small"), { "x-agentcc-cache-namespace": "b" })).how).toBe("MISS");
      expect((await one.send(chat("small"), { "x-gateway-cache-namespace": "b" })).how).toBe("HIT");
    });

    test.each([
      [{ "cache-control": "no-store" }, "SKIP", "answer 1"],
      [{ "cache-control": "no-cache" }, "MISS", "answer 2"],
      [{ "x-gateway-cache-force-refresh": "true" }, "MISS", "answer 2"],
    ])("with %o", async (headers, how, left) => {
      const { send } = world();
      await send();
      expect(await send(chat("small"), headers)).toMatchObject({ how, called: 2 });
      expect((await send()).text).toContain(left);
    });

    test.each([
      [{}, 300_000],
      [{ "x-gateway-cache-ttl": "60" }, 60_000],
      [{ "x-agentcc-cache-ttl": "1h30m" }, 5_400_000],
    ])("keeps for the request's time, else the organization's: %o", async (headers, lifetime) => {
      const { send, parts } = world();
      await send(chat("small"), headers);
      expect(parts.answers.lifetimes).toEqual([lifetime]);
    });

    test.each([
      ["ttl", "soon"],
      ["ttl", "0"],
      ["ttl", "1000h"],
      ["namespace", "x".repeat(256)],
    ])("refuses a %s of %.10s", async (name, value) => {
      const { response, text } = await world().send(chat("small"), { [`x-gateway-cache-${name}`]: value });
      expect([response.status, JSON.parse(text).error.param]).toEqual([400, `x-gateway-cache-${name}`]);
    });

    test.each<[string, () => Response]>([
      ["errors", () => Response.json({ error: { message: "no" } }, { status: 500 })],
      ["errors inside a 200", () => Response.json({ error: { message: "no" } })],
      ["answers that say nothing", () => Response.json(completion({ content: "" }))],
      [
        "answers that a filter has ended",
        () => {
          const choices = [{ index: 0, message: { content: "a" }, finish_reason: "content_filter" }];
          return Response.json({ choices });
        },
      ],
    ])("does not keep %s", async (_name, answer) => {
      const { send } = world({}, answer);
      await send();
      expect((await send()).called).toBe(2);
    });

    test("gives an answer that came whole as a stream", async () => {
      const calls = [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }];
      const { send } = world({}, () => Response.json(completion({ content: "Hello", tool_calls: calls })));
      await send();
      const { text, how, response } = await send({ ...streamed, stream_options: { include_usage: true } });
      expect([how, response.headers.get("content-type"), contentOf(text)]).toEqual([
        "HIT",
        "text/event-stream; charset=utf-8",
        "Hello",
      ]);
      const chunks = text
        .split("\n\n")
        .slice(0, 3)
        .map((event) => JSON.parse(event.slice(6)));
      expect(chunks[0].choices[0].delta.tool_calls).toEqual([{ index: 0, ...calls[0] }]);
      expect(chunks[1].choices[0].finish_reason).toBe("stop");
      expect(chunks[2]).toMatchObject({ choices: [], usage: { prompt_tokens: 3 } });
      expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
      expect((await send(streamed)).text).not.toContain("usage");
    });

    test("gives an answer that was streamed, whole or as a stream", async () => {
      const usage = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":5}}\n\n';
      const { send } = world({}, () =>
        streamOf([chunk("Hel"), chunk("lo"), chunk("", "stop"), usage, "data: [DONE]\n\n"]),
      );
      await send(streamed);
      const { text, how, called } = await send();
      expect([how, called]).toEqual(["HIT", 1]);
      expect(JSON.parse(text)).toMatchObject({
        object: "chat.completion",
        choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
        usage: { prompt_tokens: 3, completion_tokens: 5 },
      });
      expect(contentOf((await send(streamed)).text)).toBe("Hello");
    });

    test("gives all parts and members of an answer that was streamed", async () => {
      const part = (text: string) => ({ type: "text", text });
      const event = (delta: object, more: object, finish_reason: string | null = null) =>
        `data: ${JSON.stringify({ id: "c1", choices: [{ index: 0, delta, finish_reason }], ...more })}\n\n`;
      const { send } = world({}, () =>
        streamOf([
          event({ role: "assistant", content: "" }, { system_fingerprint: "fp", obfuscation: "x" }),
          event({ content: [part("The answer is ")] }, { service_tier: "default", citations: ["one"] }),
          event({ content: [part("not "), part("forty-two.")] }, { citations: ["one", "two"] }),
          event({}, { service_tier: null }, "stop"),
          "data: [DONE]\n\n",
        ]),
      );
      await send(streamed);
      const { text, how } = await send();
      expect(how).toBe("HIT");
      const more = { system_fingerprint: "fp", service_tier: "default", citations: ["one", "two"] };
      const kept = JSON.parse(text);
      expect(kept).toMatchObject({
        ...more,
        choices: [{ message: { content: [part("The answer is not forty-two.")] } }],
      });
      expect(kept).not.toHaveProperty("obfuscation");
      const [first] = (await send(streamed)).text.split("\n\n");
      expect(JSON.parse(first?.slice(6) ?? "")).toMatchObject({ ...more, object: "chat.completion.chunk" });
    });

    test.each<[string, object[]]>([
      ["cannot be put together again", [{ audio: { data: "a" } }, { audio: { data: "b" } }, { content: "c" }]],
      ["has too many members", [{ content: "a" }, ...Array.from({ length: 40 }, (_, at) => ({ [`member-${at}`]: 1 }))]],
    ])("keeps no stream that %s", async (_name, deltas) => {
      const { send, parts } = world({}, () =>
        streamOf([
          ...deltas.map((delta) => `data: ${JSON.stringify({ ...delta, choices: [{ index: 0, delta }] })}\n\n`),
          chunk("", "stop"),
          "data: [DONE]\n\n",
        ]),
      );
      expect((await send(streamed)).response.status).toBe(200);
      expect(parts.answers.lifetimes).toEqual([]);
    });

    test("keeps no stream that was broken off or left", async () => {
      const { send, parts } = world({}, () => streamOf([chunk("Hel")]));
      await send(streamed);
      expect(parts.answers.lifetimes).toEqual([]);
    });

    test("a hit counts among the minute's requests", async () => {
      const limiter = memoryLimiter();
      const { send } = world({ limiter });
      await send();
      await send();
      expect(limiter.used.get("global")).toBe(2);
    });

    test("what guardrails alter is what is asked for, and they look at what was kept", async () => {
      const rule = (more: object) => guardrails.parse({ rules: [{ action: "block", ...more }] });
      const masking = rule({ type: "pii-detection", config: { entities: ["email"], remediation: "mask" } });
      const { send, parts } = world({ organization: { ...keeping, guardrails: masking } });
      const to = (text: string) => chat("small", { messages: [{ role: "user", content: text }] });
      await send(to("ann@example.com"));
      expect((await send(to("bob@example.com"))).how).toBe("HIT");
      const blocking = rule({ type: "keyword-blocklist", stage: "post", config: { words: ["answer"] } });
      const stricter = world({ organization: { ...keeping, guardrails: blocking } });
      Object.assign(stricter.parts.answers, parts.answers);
      expect(await stricter.send(to("***"))).toMatchObject({ response: { status: 403 }, called: 0 });
    });
  });
}

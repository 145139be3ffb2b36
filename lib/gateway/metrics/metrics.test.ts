import { expect, test } from "vitest";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import { memoryMoney, priced } from "../testing/memory-money";
import {
  ask,
  chat,
  chunk,
  memoryParts,
  settings,
  streamOf,
  upstream,
  type World,
  webGateway,
} from "../testing/memory-parts";
import { completion } from "../testing/recorded-calls";
import { exposition, labelled } from "./families";
import { ProcessMetrics } from "./metrics";

function open(world: World = {}) {
  const metrics = new ProcessMetrics();
  const parts = { ...memoryParts(world), metrics };
  const gateway = webGateway(parts);
  const lines = () =>
    exposition([labelled(metrics.read(parts.health.breakers), { worker: "1" })])
      .split("\n")
      .filter((line) => !line.startsWith("#"));
  /** The samples that begin so, without what all of them have. */
  const samples = (...beginnings: string[]) =>
    lines()
      .filter((line) => beginnings.some((beginning) => line.startsWith(`assay_gateway_${beginning}`)))
      .map((line) => line.replace(',worker="1"}', "}").replace("assay_gateway_", ""));
  const call = async (body: unknown, headers: Record<string, string> = {}) => {
    const response = await gateway.createChatCompletion(ask({ body, headers }));
    await response.text();
    return response.status;
  };
  return { call, samples, lines, parts };
}

test("requests are counted by outcome: limits, guardrails, caches and failures", async () => {
  const rule = { name: "words", type: "keyword-blocklist", action: "block", config: { words: ["forbidden"] } };
  const { call, samples } = open({
    settings: { ...settings, guardrails: guardrails.parse({ rules: [rule] }) },
    organization: { cache: { ttlMs: 60_000 } },
    key: { rateLimitRpm: 4 },
    fetch: async () => Response.json({}, { status: 429 }),
  });
  const forbidden = { model: "sandbox/echo", messages: [{ role: "user", content: "forbidden" }] };
  const seen = [
    await call(chat("sandbox/echo")),
    await call(chat("sandbox/echo")),
    await call(forbidden),
    await call(chat("small")),
    await call(chat("small")),
    await call("{", { authorization: "Bearer nobody" }),
  ];
  expect(seen).toEqual([200, 200, 403, 429, 429, 401]);
  expect(samples("requests_total", "guardrail", "cache")).toEqual([
    'requests_total{path="/v1/chat/completions",status="200",code="",origin=""} 2',
    'requests_total{path="/v1/chat/completions",status="403",code="content_blocked",origin="gateway"} 1',
    'requests_total{path="/v1/chat/completions",status="429",code="rate_limit_exceeded",origin="provider"} 1',
    'requests_total{path="/v1/chat/completions",status="429",code="rate_limit_exceeded",origin="gateway"} 1',
    'requests_total{path="/v1/chat/completions",status="401",code="unauthorized",origin="gateway"} 1',
    'guardrail_triggers_total{action="block"} 1',
    'cache_total{result="MISS"} 1',
    'cache_total{result="HIT"} 1',
  ]);
  expect(
    samples("request_duration_seconds_count", 'request_duration_seconds_bucket{path="/v1/chat/completions",le="0.005"'),
  ).toEqual([
    'request_duration_seconds_bucket{path="/v1/chat/completions",le="0.005"} 6',
    'request_duration_seconds_count{path="/v1/chat/completions"} 6',
  ]);
});

test("calls are counted by target, with the ledger's tokens and cost, and target failures separately", async () => {
  const usage = { prompt_tokens: 5, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } };
  const answers = [
    Response.json({ ...completion({ content: "hi" }), usage }),
    streamOf([chunk("a"), chunk("", "stop")]),
    ...Array.from({ length: 5 }, () => new Response(null, { status: 500 })),
  ];
  const { call, samples } = open({
    settings: { ...settings, pricing: priced(10), routing: { modelFallbacks: { small: ["sandbox/echo"] } } },
    money: memoryMoney(),
    fetch: async () => answers.shift() ?? Response.error(),
  });
  expect(await call(chat("small"))).toBe(200);
  expect(await call(chat("small", { stream: true }))).toBe(200);
  for (let times = 0; times < 5; times += 1) expect(await call(chat("small"))).toBe(200);
  expect(
    samples("calls_total", "tokens", "cost", "fallbacks", "target_failures", "breaker", "first_chunk_seconds_count"),
  ).toEqual([
    'fallbacks_total{worker="1"} 5',
    'target_failures_total{provider="acme",model="small",code="provider_error"} 5',
    'calls_total{provider="acme",model="small",outcome="answered"} 2',
    'calls_total{provider="sandbox",model="echo",outcome="answered"} 5',
    'first_chunk_seconds_count{provider="acme",model="small"} 1',
    'tokens_total{provider="acme",model="small",type="input"} 12',
    'tokens_total{provider="acme",model="small",type="cached_input"} 1',
    'tokens_total{provider="acme",model="small",type="output"} 3',
    'tokens_total{provider="sandbox",model="echo",type="input"} 10',
    'tokens_total{provider="sandbox",model="echo",type="output"} 25',
    'cost_usd_total{provider="acme",model="small"} 0.15',
    'cost_usd_total{provider="sandbox",model="echo"} 0.35',
    'breaker_state{target="/acme/small"} 2',
  ]);
});

test("names invented by clients get no series of their own, and no name breaks the format", async () => {
  const { call, samples } = open({
    settings: { ...settings, providers: [{ ...upstream, models: ['a"b\\c\nd'] }] },
    fetch: async () => new Response(null, { status: 500 }),
  });
  for (const model of ["acme/x", "acme/y", 'acme/a"b\\c\nd']) await call(chat(model));
  expect(samples("calls_total")).toEqual([
    'calls_total{provider="other",model="other",outcome="provider_error"} 2',
    'calls_total{provider="acme",model="a\\"b\\\\c\\nd",outcome="provider_error"} 1',
  ]);
});

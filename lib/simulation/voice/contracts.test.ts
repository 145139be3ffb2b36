// Both adapters against a stand-in that answers as the providers' public documentation says, over real sockets.
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { simulatorSettingsOf } from "@/lib/contracts/simulation/simulator";
import type { Dial } from "./adapter";
import { voiceProviders } from "./providers";
import type { TelephonyAccount } from "./telephony-account";
import { askProvider } from "./telephony-client";
import { BEGAN, type StandIn, standIn } from "./testing";

const dial: Dial = {
  mark: "0b7e5a52-8a5c-4e8e-9d8f-1a2b3c4d5e6f",
  to: "+4930123456",
  prompt: "You are Ada, and ask for parcel 4711.",
  firstMessage: null,
  settings: simulatorSettingsOf({}),
  model: "gpt-4o",
  temperature: 0.7,
  language: "en",
  maxSeconds: 600,
};

const agentWith = (type: string | null) => ({ agent_id: "a", response_engine: type && { type } });
/** Answers each of Retell's two questions. */
const promptOf = (name: "vapi" | "retell", text: string) =>
  name === "vapi"
    ? {
        id: "a",
        model: {
          messages: [
            { role: "user", content: "?" },
            { role: "system", content: text },
          ],
        },
      }
    : { agent_id: "a", response_engine: { type: "conversation-flow", conversation_flow_id: "f" }, global_prompt: text };

describe.each(["vapi", "retell"] as const)("%s", (name) => {
  const provider = voiceProviders[name];
  let stand: StandIn;
  let line: TelephonyAccount;
  const client = { send: (request: Parameters<StandIn["pool"]["send"]>[0]) => stand.pool.send(request) };
  beforeAll(async () => {
    stand = await standIn(name);
    line = stand.line;
    vi.stubEnv("ASSAY_ALLOWED_HOSTS", new URL(line.base).host);
  });
  beforeEach(() => stand.reset());
  afterAll(async () => {
    vi.unstubAllEnvs();
    await stand.close();
  });

  test("returns an assistant's name and prompt, using the account's key", async () => {
    const account = { key: "key-of-a-customer", base: line.base };
    const version = name === "vapi" ? null : 3;
    expect(await provider.assistant(account, "assistant_desk", client)).toEqual({
      ok: true,
      value: { name: "Parcel desk", prompt: "You answer where parcels are.", version },
    });
    expect(new Set(stand.heard.map(({ key }) => key))).toEqual(new Set(["Bearer key-of-a-customer"]));
    expect(await provider.assistant(account, "../call", client)).toMatchObject({ ok: false, status: 404 });
    expect(stand.heard.at(-1)?.path).toContain("..%2Fcall");
  });

  test.each([
    ["an assistant without a prompt", name === "vapi" ? { id: "a", model: { messages: [] } } : agentWith(null), ""],
    ["one that speaks from elsewhere", name === "vapi" ? { id: "a", model: null } : agentWith("custom-llm"), ""],
    ["a long prompt", promptOf(name, "x".repeat(100_001)), `${"x".repeat(99_999)}…`],
  ])("%s", async (_, body, prompt) => {
    stand.answer = () => body;
    expect(await provider.assistant({ key: "k", base: line.base }, "a", client)).toEqual({
      ok: true,
      value: { name: "", prompt, version: null },
    });
  });

  test.each([
    ["a list", []],
    ["a text", "Parcel desk"],
  ])("%s is not accepted as an assistant", async (_, body) => {
    stand.answer = (_, response) => {
      response.end(JSON.stringify(body));
      return "handled";
    };
    expect(await provider.assistant({ key: "k", base: line.base }, "a", client)).toMatchObject({
      ok: false,
      kind: "unavailable",
      status: null,
    });
  });

  test("places a call with its mark, number, prompt and limits, and returns its id", async () => {
    const answer = await provider.dial(line, dial, client);
    expect(answer).toMatchObject({ ok: true, value: { id: stand.calls[0]?.id, mark: dial.mark, state: "dialing" } });
    const [heard] = stand.heard;
    expect(heard).toMatchObject({ method: "POST", key: "Bearer key-of-the-line" });
    expect(heard?.body).toMatchObject(
      name === "vapi"
        ? {
            name: dial.mark,
            phoneNumberId: "phone-1",
            customer: { number: dial.to },
            assistant: {
              firstMessageMode: "assistant-waits-for-user",
              maxDurationSeconds: 600,
              silenceTimeoutSeconds: 30,
              artifactPlan: { recordingEnabled: true },
              model: { provider: "openai", model: "gpt-4o", messages: [{ role: "system", content: dial.prompt }] },
            },
          }
        : {
            from_number: "+14155550100",
            to_number: dial.to,
            override_agent_id: "agent_customer",
            metadata: { mark: dial.mark },
            retell_llm_dynamic_variables: { customer_prompt: dial.prompt, first_message: "" },
            agent_override: { agent: { max_call_duration_ms: 600_000 }, retell_llm: { start_speaker: "user" } },
          },
    );
    await provider.dial(line, { ...dial, firstMessage: "Hello?" }, client);
    expect(JSON.stringify(stand.heard[1]?.body)).toContain('"Hello?"');
  });

  test("returns an ended call with its turns, times, recordings, costs and reason", async () => {
    await provider.dial(line, dial, client);
    const id = stand.calls[0]?.id ?? "";
    const answer = await provider.fetch(line, id, client);
    if (!answer.ok) throw new Error(answer.message);
    const { utterances, ...seen } = answer.value;
    expect(utterances.map(({ speaker, startMs, endMs }) => [speaker, startMs, endMs])).toEqual([
      ["agent", 1_000, 3_000],
      ["customer", 3_500, 5_500],
      ["agent", 6_500, 10_500],
      ["customer", 9_900, 11_500],
    ]);
    expect(utterances[1]?.message).toEqual({ role: "user", content: "Where is my parcel 4711?" });
    expect(seen).toMatchObject({
      id,
      state: "over",
      isWhole: true,
      startedAt: new Date(BEGAN),
      endedAt: new Date(BEGAN + 12_000),
      costMicros: 42_300,
      recordings: { combined: expect.stringMatching(/^https:/), stereo: expect.stringMatching(/^https:/) },
      summary: expect.stringContaining("parcel"),
    });
    expect(seen.costs).toMatchObject({ llm: name === "vapi" ? 6_000 : 8_300, platform: 20_000 });
  });

  test("finds a call by its mark, and nothing by an unknown mark", async () => {
    await provider.dial(line, dial, client);
    const found = await provider.find(line, dial.mark, new Date(BEGAN), client);
    expect(found).toMatchObject({ ok: true, value: { id: stand.calls[0]?.id } });
    const other = await provider.find(line, "c0ffee00-0000-4000-8000-000000000000", new Date(BEGAN), client);
    expect(other).toEqual({ ok: true, value: null });
  });

  test("ends a running call", async () => {
    await provider.dial(line, dial, client);
    const [call] = stand.calls;
    stand.state = ({ id, mark }) =>
      name === "vapi"
        ? { id, name: mark, status: "in-progress", monitor: { controlUrl: `${line.base}/${id}/control` } }
        : { call_id: id, call_status: "ongoing", metadata: { mark } };
    expect(await provider.hangUp(line, call?.id ?? "", client)).toEqual({ ok: true, value: null });
    expect(call?.isHungUp).toBe(true);
    if (name === "retell") return;
    expect(stand.heard.at(-1)?.body).toEqual({ type: "end-call" });
    stand.state = ({ id }) => ({
      id,
      status: "in-progress",
      monitor: { controlUrl: "https://elsewhere.example.com/x" },
    });
    const before = stand.heard.length;
    expect(await provider.hangUp(line, call?.id ?? "", client)).toMatchObject({ ok: false });
    expect(stand.heard.length).toBe(before + 1);
  });

  const status =
    (code: number, headers: Record<string, string> = {}) =>
    (response: ServerResponse) => {
      response.writeHead(code, headers);
      response.end(JSON.stringify({ message: "no, with key-of-the-line" }));
    };
  const refusals: [string, (response: ServerResponse) => void, object][] = [
    [
      "429",
      status(429, { "retry-after": "7" }),
      { kind: "rate_limited", mayRetry: true, retryAfterSeconds: 7, isInDoubt: false },
    ],
    ["500", status(500), { kind: "unavailable", mayRetry: true, isInDoubt: true }],
    ["401", status(401), { kind: "not_configured", mayRetry: false, isInDoubt: false }],
    ["402", status(402), { kind: "budget", mayRetry: false, isInDoubt: false }],
    ["400", status(400), { kind: "not_configured", mayRetry: false, isInDoubt: false }],
    [
      "HTML",
      (response: ServerResponse) => void response.end("<html>Sign in</html>"),
      { kind: "unavailable", isInDoubt: true },
    ],
    [
      "another schema",
      (response: ServerResponse) => void response.end('{"ok": true}'),
      { kind: "unavailable", isInDoubt: true },
    ],
    [
      "10 MB",
      (response: ServerResponse) => void response.end(Buffer.alloc(10 * 1024 * 1024, "x")),
      { kind: "unavailable", mayRetry: false, isInDoubt: true },
    ],
    [
      "a closed connection",
      (response: ServerResponse) => void response.destroy(),
      { kind: "unavailable", mayRetry: true, isInDoubt: true },
    ],
  ];
  test.each(refusals)("with the answer %s is at fault, and its key is not exposed", async (_, answer, refusal) => {
    stand.answer = (_heard, response) => {
      answer(response);
      return "handled";
    };
    const refused = await provider.dial(line, dial, client);
    expect(refused).toMatchObject({ ok: false, side: "provider", ...refusal });
    expect(JSON.stringify(refused)).not.toContain(line.key);
  });

  test("times out if it never answers", async () => {
    stand.answer = () => "handled";
    const answer = await askProvider(line, { method: "GET", url: `${line.base}/call/x` }, client, 50);
    expect(answer).toMatchObject({ ok: false, kind: "timeout", mayRetry: true, isInDoubt: true });
  });
});

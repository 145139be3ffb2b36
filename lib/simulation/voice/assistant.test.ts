import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Context } from "@/lib/context";
import { fetchAssistantFromProvider as contract } from "@/lib/contracts/simulation/assistants";
import { Failure } from "@/lib/errors";
import { fetchAssistantFromProvider } from "./assistant";
import { environmentOf, type StandIn, standIn } from "./testing";

const KEY = "key-of-a-customer";
const context = {} as Context; // safe: nothing of it is read

describe.each(["vapi", "retell"] as const)("%s", (provider) => {
  let stand: StandIn;
  beforeAll(async () => {
    stand = await standIn(provider);
    for (const [name, value] of Object.entries(environmentOf(stand.line))) vi.stubEnv(name, value);
  });
  beforeEach(() => stand.reset());
  afterAll(async () => {
    vi.unstubAllEnvs();
    await stand.close();
  });
  const read = (assistant_id = "assistant_desk") =>
    fetchAssistantFromProvider(
      context,
      contract.body.parse({ provider, apiKey: ` ${KEY} `, assistantId: assistant_id }),
      (request) => stand.pool.send(request),
    );
  const refusal = async () => {
    const failure = await read().catch((error: unknown) => error);
    if (!(failure instanceof Failure)) throw new Error("it was not refused");
    expect(JSON.stringify([failure.message, failure.detail])).not.toContain(KEY);
    return {
      kind: failure.kind,
      fields: Object.keys(failure.detail.fields ?? {}),
      retry: failure.detail.retryAfterSeconds,
    };
  };

  test("an assistant is read in the format of the agent form", async () => {
    expect(await read()).toEqual({
      name: "Parcel desk",
      assistant_id: "assistant_desk",
      prompt: "You answer where parcels are.",
      provider,
      commit_message: provider === "vapi" ? "Imported from vapi" : "Imported from retell, version 3",
    });
    expect(stand.heard[0]?.key).toBe(`Bearer ${KEY}`);
  });

  test.each([
    [401, { kind: "invalid", fields: ["api_key"] }],
    [403, { kind: "invalid", fields: ["api_key"] }],
    [400, { kind: "invalid", fields: ["assistant_id"] }],
    [404, { kind: "invalid", fields: ["assistant_id"] }],
    [422, { kind: "invalid", fields: ["assistant_id"] }],
    [429, { kind: "rateLimited", fields: [], retry: 7 }],
    [402, { kind: "unavailable", fields: [] }],
    [503, { kind: "unavailable", fields: [], retry: 7 }],
  ])("a %i is reported as the right error", async (status, expected) => {
    stand.answer = (_, response) => {
      response.writeHead(status, { "retry-after": "7" }).end(`Not with ${KEY}.`);
      return "handled";
    };
    expect(await refusal()).toMatchObject(expected);
  });

  test.each([
    ["a page", "<html>Bad gateway</html>"],
    ["nothing", ""],
    ["another schema", '{"name": 5, "model": "x"}'],
    ["ten megabytes", `{"name": "${"x".repeat(10 * 1024 * 1024)}"}`],
  ])("%s is an unavailable provider, or an assistant without name and prompt", async (what, text) => {
    stand.answer = (_, response) => {
      response.writeHead(200).end(text);
      return "handled";
    };
    // Vapi's assistants need have neither a name nor a prompt.
    if (what === "another schema" && provider === "vapi") expect(await read()).toMatchObject({ name: "", prompt: "" });
    else expect(await refusal()).toMatchObject({ kind: "unavailable" });
  });
});

test("a missing prompt of a Retell agent does not count as an unknown agent", async () => {
  const stand = await standIn("retell");
  vi.stubEnv("ASSAY_VOICE_PROVIDER", "retell");
  vi.stubEnv("ASSAY_VOICE_BASE_URL", stand.line.base);
  stand.answer = ({ path }, response) => {
    if (!path.startsWith("/get-retell-llm/")) return null;
    response.writeHead(404).end("{}");
    return "handled";
  };
  const settings = { provider: "retell" as const, api_key: KEY, assistant_id: "assistant_desk" };
  const send = (request: Parameters<StandIn["pool"]["send"]>[0]) => stand.pool.send(request);
  await expect(fetchAssistantFromProvider(context, settings, send)).rejects.toMatchObject({ kind: "unavailable" });
  vi.unstubAllEnvs();
  await stand.close();
});

test.each([
  ["a provider that is not read", { provider: "bland" }, "provider"],
  ["no key", { api_key: " " }, "api_key"],
  ["a key with a line break", { api_key: "a\nb" }, "api_key"],
  ["a long id", { assistant_id: "x".repeat(256) }, "assistant_id"],
])("%s is refused with its field's name", (_, change, field) => {
  const read = contract.body.safeParse({ provider: "vapi", api_key: KEY, assistant_id: "a", ...change });
  expect(read.error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test("an unreachable provider is reported in our words, not in the driver's", async () => {
  vi.stubEnv("ASSAY_VOICE_PROVIDER", "vapi");
  vi.stubEnv("ASSAY_VOICE_BASE_URL", "https://voice.test");
  const settings = { provider: "vapi" as const, api_key: KEY, assistant_id: "assistant_desk" };
  const refusalBy = async (error: Error): Promise<string> => {
    const failure = await fetchAssistantFromProvider(context, settings, () => Promise.reject(error)).catch(
      (error: unknown) => error,
    );
    return failure instanceof Failure ? failure.message : "not refused";
  };
  const cause = Object.assign(new Error("getaddrinfo ENOTFOUND db.internal"), { code: "ENOTFOUND" });
  expect(await refusalBy(new Error("fetch failed", { cause }))).toBe(
    "The voice provider could not be reached. Its host name does not exist.",
  );
  expect(await refusalBy(new Error("connect to 10.0.0.7:5432 failed"))).toMatch(
    /^The voice provider could not be reached\. Internal error, reference [0-9a-f]{8}\.$/,
  );
  vi.unstubAllEnvs();
});

import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { mayAsk } from "../outbound";
import { sendByFetch } from "../providers/fetch";
import { providerPool } from "../providers/pool";
import type { Send } from "../providers/provider";
import { serve } from "../testing/serve";

let url: URL;
beforeAll(async () => {
  const server = await serve(async () => new Response("reached"));
  url = new URL(server.url);
  return server.stop;
});
afterEach(() => vi.unstubAllEnvs());

const pool = providerPool();
const ways: [string, Send][] = [
  ["Node", pool.send],
  ["the edge", sendByFetch(globalThis.fetch)],
];

describe.each(ways)("on %s", (_, send) => {
  const ask = async () => {
    const { status, body } = await send({
      url,
      headers: {},
      body: "",
      signal: new AbortController().signal,
      isGuarded: false,
    });
    for await (const _ of body ?? []);
    return status;
  };

  test("without a list every host can be reached, with a list only its own hosts", async () => {
    expect(await ask()).toBe(200);
    vi.stubEnv("ASSAY_EGRESS", "api.openai.com,*.example.com");
    await expect(ask()).rejects.toMatchObject({
      code: "upstream_error",
      message: `This server may not connect to ${url.host}: its operator has not listed the host in ASSAY_EGRESS.`,
    });
    vi.stubEnv("ASSAY_EGRESS", `api.openai.com,${url.host}`);
    expect(await ask()).toBe(200);
  });

  test("an allowed private host need not be listed twice", async () => {
    vi.stubEnv("ASSAY_EGRESS", "api.openai.com");
    vi.stubEnv("ASSAY_ALLOWED_HOSTS", url.host);
    expect(await ask()).toBe(200);
  });
});

test("unlisted addresses of webhooks and agents are refused on entry", () => {
  vi.stubEnv("ASSAY_EGRESS", "hooks.slack.com");
  expect(mayAsk(new URL("https://hooks.slack.com/services/1"))).toBe(true);
  expect(mayAsk(new URL("https://example.com/hook"))).toBe(false);
});

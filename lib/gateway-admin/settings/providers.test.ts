// Where an organization's provider may be, when it is configured and when it is called.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ask, chat, memoryParts, upstream, webGateway } from "@/lib/gateway/testing/memory-parts";
import { completion } from "@/lib/gateway/testing/recorded-calls";
import { enteredOrganization, projectedOrganization } from "./levels";

beforeEach(() => vi.stubEnv("ASSAY_ALLOWED_HOSTS", "models.internal"));
afterEach(() => vi.unstubAllEnvs());

test.each([
  ["http://models.internal:8000/v1", true],
  ["http://other.internal:8000/v1", false],
  ["http://127.0.0.1:8000/v1", false],
  ["https://llm.acme.test/v1", true],
])("an organization's provider at %s is allowed: %s", async (baseUrl, isAllowed) => {
  const config = { providers: { own: { base_url: baseUrl } } };
  const checked = enteredOrganization.safeParse(config);
  expect([checked.success, checked.error?.issues[0]?.path]).toEqual([
    isAllowed,
    isAllowed ? undefined : ["providers", "own", "base_url"],
  ]);
  // What is stored is read whatever the operator allows now, or the server would not start.
  vi.stubEnv("ASSAY_EGRESS", "api.openai.com");
  expect(projectedOrganization(config)).toMatchObject({ providers: [{ name: "own" }] });
  vi.stubEnv("ASSAY_EGRESS", undefined);
  const fetch = vi.fn(async () => Response.json(completion({ content: "hi" })));
  const provider = { ...upstream, name: "own", baseUrl } as typeof upstream; // safe: an upstream
  const gateway = webGateway(memoryParts({ fetch, organization: { providers: [provider] } }));
  const { status } = await gateway.createChatCompletion(ask({ body: chat("own/small") }));
  expect([status, fetch.mock.calls.length]).toEqual(isAllowed ? [200, 1] : [502, 0]);
});

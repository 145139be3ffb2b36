// What an organization's administrators read about their models, beside what calls are charged.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatewayLedger } from "@/db/schema";
import { createOrganization } from "@/db/testing/factories";
import type { GatewayModels } from "@/lib/contracts/gateway/catalogue";
import { overWeb } from "@/lib/exchange/testing";
import { serve } from "@/lib/gateway/testing/serve";
import { applyConfigFile } from "./config-file";
import * as ownOperations from "./operations";
import { adminRequest, chatWith, startTestGateway } from "./testing";

const operations = overWeb(ownOperations);
const answer = {
  id: "answer",
  object: "chat.completion",
  created: 1,
  model: "any",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
};

let world: Awaited<ReturnType<typeof startTestGateway>>;
let provider: Awaited<ReturnType<typeof serve>>;
let folder: string;
let organizationId: string;
beforeAll(async () => {
  world = await startTestGateway();
  provider = await serve(async () => Response.json(answer));
  folder = await mkdtemp(join(tmpdir(), "gateway-prices-"));
  // The oldest one, which the file's providers serve.
  organizationId = (await createOrganization(world.db, "Owner of the prices")).id;
});
afterAll(async () => {
  provider.stop();
  await rm(folder, { recursive: true });
  await world.close();
});

async function configure(pricing: object): Promise<void> {
  const models = ["gpt-4o-mini", "claude-sonnet-4-5", "llama", "dated", "nobody-knows"];
  const providers = {
    local: { base_url: provider.url, api_key: "sk-local", models },
    other: { base_url: provider.url, api_key: "sk-other", models: ["anything"] },
  };
  const config = {
    providers,
    auth: { keys: [{ name: "one", key: "file-one", organization: organizationId }] },
    pricing,
  };
  const path = join(folder, "gateway.yaml");
  await writeFile(path, JSON.stringify(config));
  await applyConfigFile(path);
}

async function listed(): Promise<GatewayModels> {
  const response = await operations.getGatewayModels(adminRequest("GET", `/-/orgs/${organizationId}/models`));
  expect(response.status).toBe(200);
  return response.json();
}

const priced = {
  models: {
    llama: { input: 0.2, cached_input: 0.1, output: 0.6, audio_input: 4 },
    dated: [
      { input: 9, output: 9, until: "2026-01-01" },
      { input: 1, output: 3, from: "2026-01-01" },
    ],
    "other/*": { input: 5, output: 7 },
  },
};

describe("the price of a model", () => {
  test("is the one by which the ledger charges its calls", async () => {
    await configure(priced);
    const { models } = await listed();
    for (const { id, targets } of models.filter(({ owned_by }) => owned_by !== "sandbox")) {
      await world.db.delete(gatewayLedger);
      expect((await chatWith("file-one", id)).status, id).toBe(200);
      await world.drain();
      const [entry] = await world.db.select().from(gatewayLedger).where(eq(gatewayLedger.requestedModel, id));
      const price = targets[0]?.price;
      const shown = price && [price.input, price.cached_input, price.cache_write, price.output].join("/");
      expect([id, entry?.priceVersion ?? null]).toEqual([id, price ? `${price.source} ${shown}` : null]);
    }
  });

  test.each([
    ["gpt-4o-mini", { source: "built-in-2025-10", input: 0.15, cached_input: 0.075, output: 0.6, above: null }],
    ["claude-sonnet-4-5", { input: 3, above: { input_tokens: 200_000, input: 6, output: 22.5 } }],
    [
      "llama",
      { source: "configured", input: 0.2, cached_input: 0.1, cache_write: 0.2, audio_input: 4, audio_output: null },
    ],
    ["dated", { source: "configured", input: 1, output: 3 }],
    ["anything", { source: "configured", input: 5, output: 7 }],
    ["sandbox/echo", { source: "sandbox", input: 0, output: 0 }],
  ])("of %s is listed", async (id, price) => {
    const model = (await listed()).models.find((each) => each.id === id);
    expect(model?.targets[0]?.price).toMatchObject(price);
  });

  test("is null if the model has none", async () => {
    const model = (await listed()).models.find(({ id }) => id === "nobody-knows");
    expect(model?.targets[0]?.price).toBeNull();
  });
});

test.each([
  [{}, { byok: "free", managed: "refuse" }],
  [{ unknown_model: "free" }, { byok: "free", managed: "free" }],
  [{ unknown_model: "refuse" }, { byok: "refuse", managed: "refuse" }],
])("with the prices %j, models without a price are %j", async (pricing, expected) => {
  await configure(pricing);
  expect((await listed()).unknown_model).toEqual(expected);
});

import { expect, test, vi } from "vitest";
import { readAnswer } from "../record/answer";
import { ask, hashOfKey, memoryParts, settings, upstream, webGateway } from "../testing/memory-parts";
import { completion } from "../testing/recorded-calls";
import { type Chargeable, chargeFor } from "./charge";
import type { LedgerEntry } from "./ledger-entry";

test("a charge that ends twice is recorded once, with its first end", async () => {
  const recorded: (LedgerEntry | null)[] = [];
  const { directory, money, report, expectations } = memoryParts();
  const { key } = await directory.find(hashOfKey);
  if (!key) throw new Error("the world has a key");
  const call: Chargeable = {
    id: "call",
    kind: "call",
    caller: { key, organization: null, settings },
    hold: null,
    requestId: "request",
    body: { model: "acme/large", messages: [] },
    user: null,
    at: 0,
  };
  const ledger = { begin: () => (entry: LedgerEntry | null) => void recorded.push(entry) };
  const charge = chargeFor(call, { money, report, expectations, ledger });
  const answer = readAnswer(completion({ role: "assistant", content: "Hello" }));
  charge.end({ target: { provider: upstream, model: "large", organizationId: null, weight: 1 }, answer });
  charge.end(null);
  expect(recorded).toMatchObject([{ id: "call", model: "large" }]);
  expect(charge.entry).toEqual(recorded[0]);
});

test("embeddings, which report no output, are booked as reported and teach what a call uses", async () => {
  const embedding = { object: "embedding", index: 0, embedding: [0.5] };
  const usage = { prompt_tokens: 80, total_tokens: 80 };
  const parts = memoryParts({
    fetch: async () => Response.json({ object: "list", data: [embedding], model: "small", usage }),
  });
  const learn = vi.spyOn(parts.expectations, "learn");
  const body = { model: "small", input: "Hello there" };
  const response = await webGateway(parts).createEmbedding(ask({ path: "/v1/embeddings", body }));
  expect(response.status).toBe(200);
  expect(parts.entries).toMatchObject([{ inputTokens: 80, outputTokens: 0, isEstimated: false }]);
  expect(learn).toHaveBeenCalledOnce();
});

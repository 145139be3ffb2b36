import { expect, test } from "vitest";
import { readAnswer } from "../record/answer";
import { hashOfKey, memoryParts, settings, upstream } from "../testing/memory-parts";
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

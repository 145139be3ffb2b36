// A secret that only the answer has: what a person does if the answer never arrives.
import { afterEach, expect, test, vi } from "vitest";
import { createKey } from "../account";
import { CallError } from "../call-error";
import { createGatewayKey, rotateGatewayKey } from "../gateway";
import { createWebhook } from "../notifications/webhooks";

afterEach(() => vi.unstubAllGlobals());

const named = { name: "Support bot" };
const mutations = [
  ["a gateway key", () => createGatewayKey.mutationFn(named), /^The key may have been made, .* revoke it and create/],
  [
    "a rotation",
    () => rotateGatewayKey.mutationFn({ key_id: "k" }),
    /^The key may have a new secret, .* Rotate it again/,
  ],
  [
    "an API key",
    () => createKey.mutationFn({ key_name: "mine" }),
    /^The key may have been made, .* revoke it and create/,
  ],
  [
    "a webhook",
    () => createWebhook.mutationFn({ url: "https://example.com", events: ["queue.completed"] }),
    /^The webhook may have been made, .* delete it and create/,
  ],
] as const;

const answering = (fetcher: () => Promise<Response>) => {
  vi.stubGlobal("location", { origin: "http://assay.test" });
  vi.stubGlobal("fetch", fetcher);
};

test.each(mutations)("%s whose answer is lost", async (_, mutate, message) => {
  answering(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(mutate()).rejects.toMatchObject({ status: 0, message: expect.stringMatching(message) });
});

test.each(mutations)("%s that is refused keeps the server's words", async (_, mutate) => {
  answering(async () => Response.json({ message: "No.", code: "conflict" }, { status: 409 }));
  await expect(mutate()).rejects.toEqual(new CallError(409, "conflict", "No.", {}, expect.anything()));
});

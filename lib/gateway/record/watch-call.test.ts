import { expect, test, vi } from "vitest";
import { SERVER_STOPPED } from "@/lib/exchange/signal";
import { ask, chat, chunk, memoryParts, NOW, streamOf, upstream, webGateway } from "../testing/memory-parts";
import { onlyCall, spanOf } from "../testing/recorded-calls";
import { brokenOff, brokenOffStatus, watchCall } from "./watch-call";

test("a call ends once, even if the client closes its stream afterwards", () => {
  const end = vi.fn();
  const { signal } = new AbortController();
  const watch = watchCall({
    target: { provider: upstream, model: "small", organizationId: null, weight: 1 },
    characters: 0,
    now: () => NOW,
    signal,
    end,
  });
  watch.followed({ choices: [{ index: 0, delta: { content: "a" }, finish_reason: null }] });
  watch.ended(null);
  watch.left();
  expect(end).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ outcome: "answered" }));
});

test.each([
  ["a client that leaves", undefined, "client_left", 499],
  ["a server that stops", SERVER_STOPPED, "server_stopped", 503],
] as const)("%s before the answer makes the span an error", async (_, reason, code, status) => {
  const client = new AbortController();
  const never: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      client.abort(reason);
    });
  const call = await onlyCall({ fetch: never }, ask({ body: chat("small"), signal: client.signal }));
  const span = await spanOf(call);
  expect(span).toMatchObject({ status: "ERROR", output: null, attributes: { "error.type": code } });
  expect(brokenOffStatus[brokenOff(client.signal)]).toBe(status);
  expect(span.attributes).not.toHaveProperty(["http.response.status_code"]);
});

test("a call's times are those of the provider's request and answer", async () => {
  let now = NOW;
  const parts = {
    ...memoryParts({
      fetch: async () => {
        now += 250;
        return streamOf([chunk("a", "stop")]);
      },
    }),
    now: () => now,
  };
  const response = await webGateway(parts).createChatCompletion(ask({ body: chat("small", { stream: true }) }));
  now += 50;
  await response.text();
  const [call] = parts.calls;
  if (!call) throw new Error("no call was recorded");
  const span = await spanOf(call);
  expect(span).toMatchObject({ startedAt: new Date(NOW).toISOString().replace("Z", "000Z"), latencyMs: 300 });
  expect(span.attributes["gateway.time_to_first_chunk_ms"]).toBe(250);
});

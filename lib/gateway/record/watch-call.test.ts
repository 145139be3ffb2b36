import { expect, test, vi } from "vitest";
import { ask, chat, chunk, memoryParts, NOW, streamOf, upstream, webGateway } from "../testing/memory-parts";
import { onlyCall, spanOf } from "../testing/recorded-calls";
import { watchCall } from "./watch-call";

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

test("a client that leaves before the answer makes the span an error", async () => {
  const client = new AbortController();
  const never: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      client.abort();
    });
  const span = await spanOf(await onlyCall({ fetch: never }, ask({ body: chat("small"), signal: client.signal })));
  expect(span).toMatchObject({ status: "ERROR", output: null, attributes: { "error.type": "client_left" } });
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

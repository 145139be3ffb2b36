import { webSignal } from "@/lib/exchange/signal";
import { chunksOf } from "@/lib/exchange/web";
import { assertMayLeave } from "../egress/may-leave";
import type { Send } from "./provider";
import { assertPublicHost } from "./public-address";

/** The way to providers wherever the web's `fetch` is. */
export const sendByFetch =
  (fetch: typeof globalThis.fetch): Send =>
  async ({ url, isGuarded, signal, ...request }) => {
    assertMayLeave(url);
    // Here the platform resolves names, and it connects to nothing private.
    if (isGuarded) assertPublicHost(url.hostname);
    const body = request.body || null;
    const response = await fetch(url.href, {
      method: "POST",
      ...request,
      body,
      signal: webSignal(signal),
      redirect: "manual",
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: chunksOf(response.body),
    };
  };

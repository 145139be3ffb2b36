import { piecesOf } from "@/lib/exchange/web";
import type { Send } from "./provider";

/** The way to providers wherever the web's `fetch` is. */
export const sendByFetch =
  (fetch: typeof globalThis.fetch): Send =>
  async ({ url, ...request }) => {
    const response = await fetch(url.href, { method: "POST", ...request, redirect: "manual" });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: piecesOf(response.body),
    };
  };

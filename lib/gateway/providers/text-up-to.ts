import { bounded, joined, type SizeLimit } from "@/lib/exchange/read-body";
import type { ProviderReply } from "./provider";

/** An answer as a text. The signal also aborts one that begins but never ends. */
export async function textUpTo(limit: SizeLimit, body: ProviderReply["body"], signal: AbortSignal): Promise<string> {
  if (typeof body === "string") return body;
  const late = new Promise<never>((_, fail) =>
    signal.addEventListener("abort", () => fail(signal.reason), { once: true }),
  );
  return new TextDecoder().decode(await Promise.race([joined(bounded(body, limit)), late]));
}

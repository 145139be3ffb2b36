// Fetches a script from a customer's address: only from allowed addresses, only text, and limited in size.
import { bounded, joined } from "@/lib/exchange/read-body";
import { isRedirect } from "@/lib/exchange/redirects";
import { isGuarded } from "@/lib/gateway/outbound";
import type { Send } from "@/lib/gateway/providers/provider";

const MAX_SCRIPT_BYTES = 1_000_000;
const PATIENCE_MS = 20_000;

/** The script's text, or why there is none, in words for the user. */
export async function fetchScript(send: Send, address: string): Promise<{ text: string } | { problem: string }> {
  try {
    const url = new URL(address);
    const request = {
      url,
      method: "GET" as const,
      headers: { accept: "text/plain, text/*" },
      body: "",
    };
    const reply = await send({ ...request, signal: AbortSignal.timeout(PATIENCE_MS), isGuarded: isGuarded(url) });
    if (isRedirect(reply.status)) return { problem: "The script URL redirects. Use the final URL." };
    if (reply.status !== 200) return { problem: `The script URL answered with status ${reply.status}.` };
    const type = reply.headers["content-type"] ?? "text/plain";
    if (!/^(text\/(?!html)|application\/(json|x-yaml|octet-stream))/i.test(type))
      return { problem: `The script URL returned ${type.slice(0, 80)}, not plain text.` };
    const text = await textOf(reply.body);
    if (text === null) return { problem: `The script is longer than ${MAX_SCRIPT_BYTES / 1_000_000} MB.` };
    if (text.includes("\0")) return { problem: "The script is not a text file." };
    return text.trim() === "" ? { problem: "The script is empty." } : { text };
  } catch (error) {
    const isPrivate = error instanceof Error && /not a public/.test(error.message);
    return {
      problem: isPrivate ? "The script URL is not public." : "The script URL could not be reached.",
    };
  }
}

async function textOf(body: Awaited<ReturnType<Send>>["body"]): Promise<string | null> {
  if (typeof body === "string") return Buffer.byteLength(body) > MAX_SCRIPT_BYTES ? null : body;
  const tooLong = new Error("too long");
  try {
    return new TextDecoder().decode(await joined(bounded(body, { most: MAX_SCRIPT_BYTES, tooLarge: () => tooLong })));
  } catch (error) {
    if (error === tooLong) return null;
    throw error;
  }
}

import { bounded, joined } from "@/lib/exchange/read-body";
import type { Send } from "@/lib/gateway/providers/provider";
import type { GuardedFetch } from "../world";

const MAX_ANSWER = 64 * 1024;

/** The gateway's safe fetch for addresses from customers: it connects to nothing private and follows no redirect. */
export const guardedFetch =
  (send: Send): GuardedFetch =>
  async (url, { method, headers = {}, body = "", signal }) => {
    const reply = await send({ url, method, headers: { ...headers }, body, signal, isGuarded: true });
    return { status: reply.status, headers: reply.headers, body: await textOf(reply.body) };
  };

async function textOf(body: Awaited<ReturnType<Send>>["body"]): Promise<string> {
  if (typeof body === "string") return body.slice(0, MAX_ANSWER);
  const tooLarge = () => new Error("The answer is too large.");
  return new TextDecoder().decode(await joined(bounded(body, { most: MAX_ANSWER, tooLarge })));
}

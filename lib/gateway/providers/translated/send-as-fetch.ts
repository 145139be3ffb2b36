import { MAX_ANSWER_BYTES } from "@/lib/bounds/limits";
import { bounded } from "@/lib/exchange/read-body";
import { streamOf } from "@/lib/exchange/web";
import { GatewayFailure } from "../../errors";
import { isGuarded } from "../../outbound";
import type { Call } from "../provider";

const BODILESS = new Set([204, 205, 304]);

/** The gateway's connection to providers, in the form that the packages need. Answers have a size limit. `edited` changes what is sent. */
export const sendAsFetch =
  ({ send, signal, target }: Call, edited = (body: string) => body): typeof globalThis.fetch =>
  async (address, init = {}) => {
    const url = new URL(String(address));
    const reply = await send({
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: edited(String(init.body ?? "")),
      signal: init.signal ?? signal,
      isGuarded: target.organizationId !== null && isGuarded(url),
    });
    const tooLarge = () => new GatewayFailure("upstream_error", "The provider's answer is too long.");
    const body =
      typeof reply.body === "string" ? reply.body : streamOf(bounded(reply.body, { most: MAX_ANSWER_BYTES, tooLarge }));
    return new Response(BODILESS.has(reply.status) ? null : body, { status: reply.status, headers: reply.headers });
  };

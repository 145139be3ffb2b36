import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Target } from "./choose-targets";

export interface Call {
  target: Target;
  body: ChatBody;
  /** Aborts when the client leaves or the wait is over. */
  signal: AbortSignal;
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now(): number;
}

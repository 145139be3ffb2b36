import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Reply, ResponseBody } from "@/lib/exchange/exchange";
import type { Signal } from "@/lib/exchange/signal";
import type { Target } from "./choose-targets";
import type { NativeRequest } from "./native/native";

/** The request to a provider. */
export interface Outgoing {
  url: URL;
  /** POST by default. */
  method?: "HEAD" | "GET" | "POST";
  headers: Record<string, string>;
  /** None where it is empty. */
  body: string;
  signal: Signal;
  /** Whether the address comes from a user who must not reach what only the gateway can reach. */
  isGuarded: boolean;
}

export interface ProviderReply extends Reply {
  body: string | ResponseBody;
}

/** Posts to a provider. Whatever it answers is its reply, a redirect as well; rejects when it cannot be reached. */
export type Send = (request: Outgoing) => Promise<ProviderReply>;

/** Whether the provider has answered, and not refused. */
export const isOk = ({ status }: ProviderReply): boolean => status >= 200 && status < 300;

export interface Call {
  target: Target;
  body: ChatBody;
  /** What the provider is asked for if it is not a chat. */
  api?: "embeddings" | undefined;
  /** The same in the provider's own protocol, sent instead of the chat. */
  native?: NativeRequest | undefined;
  /** Aborts when the client leaves or the wait is over. */
  signal: Signal;
  send: Send;
  /** Milliseconds since 1970. */
  now(): number;
}

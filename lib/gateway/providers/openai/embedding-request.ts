import type { ChatBody } from "@/lib/contracts/gateway/chat";

/** What a provider is sent: the messages' texts again, or the tokens that no message shows. */
export function embeddingRequest({ messages, ...rest }: ChatBody): Record<string, unknown> {
  return { ...rest, input: rest.input ?? messages.map(({ content }) => content) };
}

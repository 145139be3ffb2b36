import type { ChatBody } from "@/lib/contracts/gateway/chat";

/** The provider's input: the messages' texts, or tokens that no message shows. */
export function embeddingRequest({ messages, ...rest }: ChatBody): Record<string, unknown> {
  return { ...rest, input: rest.input ?? messages.map(({ content }) => content) };
}

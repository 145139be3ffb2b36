import type { ChatBody } from "@/lib/contracts/gateway/chat";

/** What texts have on average. */
const BYTES_A_TOKEN = 4;
const TOKENS_A_MESSAGE = 4;
/** A picture, a sound or a file, whose size in tokens depends on the model. */
const TOKENS_A_PART = 1500;

/** An estimate of a chat's tokens before it is answered, its tools included. */
export function tokensIn({ messages, tools }: ChatBody): number {
  const counted = messages.map(({ content, role: _, ...rest }) => {
    const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
    const sizes = parts.map((part) => (typeof part.text === "string" ? tokensOf(part.text) : TOKENS_A_PART));
    const beside = Object.keys(rest).length > 0 ? tokensOf(JSON.stringify(rest)) : 0;
    return TOKENS_A_MESSAGE + beside + sizes.reduce((sum, size) => sum + size, 0);
  });
  return counted.reduce((sum, size) => sum + size, tools ? tokensOf(JSON.stringify(tools)) : 0);
}

const encoder = new TextEncoder();
const tokensOf = (text: string): number => Math.ceil(encoder.encode(text).length / BYTES_A_TOKEN);

// How much a request and its answer say, in bytes of UTF-8.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { isRecord } from "@/lib/records";
import type { Answer } from "../record/answer";
import { remembered } from "../remembered";

export interface RequestSize {
  messages: number;
  /** Pictures and files. */
  parts: number;
  /** Of these, files: documents, recordings and videos, of any number of pages or seconds. */
  files: number;
  /** Of messages and tools. */
  textBytes: number;
  /** Of whatever else it carries: schemas, predictions, members that the gateway does not know. */
  otherBytes: number;
  /** Input that came as tokens, as embeddings allow. */
  tokens: number;
}

/** Measured once for each body. */
export const sizeOf = remembered((body: ChatBody): RequestSize => {
  const size = { messages: body.messages.length, parts: 0, files: 0, textBytes: 0, otherBytes: 0, tokens: 0 };
  for (const message of body.messages) {
    const { content } = message;
    if (typeof content === "string") size.textBytes += bytesIn(content);
    for (const part of Array.isArray(content) ? content : []) {
      const hasText = typeof part.text === "string";
      const isText = isTextPart(part);
      if (hasText || isText) size.textBytes += hasText ? bytesOf(part.text) : bytesOf(part);
      if (isText) continue;
      size.parts += 1;
      if (!isPicture(part)) size.files += 1;
    }
    for (const name in message) if (!isCountedApart.has(name)) size.textBytes += bytesOf(message[name]);
    // The provider keeps the recording.
    if (isRecord(message.audio)) {
      size.parts += 1;
      size.files += 1;
    }
  }
  for (const name in body) {
    const value = body[name];
    if (name === "tools") size.textBytes += bytesOf(value);
    else if (name === "input" && Array.isArray(value)) size.tokens += value.flat().length;
    else if (!isCountedApart.has(name)) size.otherBytes += typeof value === "object" ? bytesOf(value) : 0;
  }
  return size;
});

/** A part that has a text and nothing else is one whatever its type: so are blocks of other protocols sketched. */
const isTextPart = (part: { type: string; text?: unknown }): boolean =>
  texts.has(part.type) || (typeof part.text === "string" && Object.keys(part).length === 2);

/** Also what clients send back of earlier answers. */
const texts: ReadonlySet<string> = new Set([
  ...["text", "input_text", "output_text", "refusal", "thinking", "redacted_thinking", "reasoning", "reference"],
  ...["tool_use", "tool_result"],
]);

/** By its data, where it brings any: providers read a document behind `image_url` as what it is. */
function isPicture({ type, image_url: image }: { type: string; image_url?: unknown }): boolean {
  const address = isRecord(image) ? image.url : image;
  const isOther = typeof address === "string" && /^data:(?!image\/)/i.test(address.trimStart());
  return type.includes("image") && !isOther;
}

/** The content of each of an answer's choices: text, tool calls, thoughts, refusals. */
export const answerBytes = ({ choices }: Answer): number[] =>
  choices.map(({ message: { role: _, ...parts } }) =>
    Object.values(parts).reduce<number>((sum, value) => sum + bytesOf(value), 0),
  );

/** Members that are not text, or that are counted separately. */
const isCountedApart: ReadonlySet<string> = new Set(["role", "content", "messages", "model"]);

const bytesOf = (value: unknown): number =>
  typeof value === "string" ? bytesIn(value) : value ? bytesIn(JSON.stringify(value)) : 0;

function bytesIn(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // The halves of a pair have two bytes each.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

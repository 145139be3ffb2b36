// Reads a provider's whole answer, up to the maximum size of an answer or an error.
import { MAX_ANSWER_BYTES, MAX_ERROR_BYTES } from "@/lib/bounds/limits";
import { DecodedText } from "@/lib/exchange/decode-chunks";
import { bounded } from "@/lib/exchange/read-body";
import { GatewayFailure } from "../errors";
import { isOk, type ProviderReply } from "./provider";

/**
 * The text of an answer. Stops reading and throws `upstream_error` at a longer one, an error's limit being lower. `heard` is called for
 * empty lines before it: DeepSeek sends them as long as a request waits.
 */
export async function readAnswerText(reply: ProviderReply, heard: () => void = () => undefined): Promise<string> {
  const { body, status } = reply;
  if (typeof body === "string") return body;
  const most = isOk(reply) ? MAX_ANSWER_BYTES : MAX_ERROR_BYTES;
  const tooLarge = () => {
    const what = isOk(reply) ? "answer" : `error (HTTP ${status})`;
    return new GatewayFailure("upstream_error", `The provider's ${what} is larger than ${most / 1024 / 1024} MB.`);
  };
  const text = new DecodedText("lenient");
  let hasBegun = false;
  for await (const chunk of bounded(body, { most, tooLarge })) {
    hasBegun ||= !chunk.every(isBlank);
    if (!hasBegun) heard();
    text.add(chunk);
  }
  return text.end();
}

const isBlank = (byte: number): boolean => byte === 0x0a || byte === 0x0d || byte === 0x20;

// Reads what a provider sends whole, as far as an answer or an error may go.
import { MAX_ANSWER_BYTES, MAX_ERROR_BYTES } from "@/lib/bounds/limits";
import { GatewayFailure } from "../errors";

/** The text of an answer. Stops reading and throws `upstream_error` at a longer one, an error's limit being lower. */
export async function readAnswerText(reply: Response): Promise<string> {
  const limit = reply.ok ? MAX_ANSWER_BYTES : MAX_ERROR_BYTES;
  const reader = reply.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    size += chunk.value.byteLength;
    if (size > limit) {
      void reader?.cancel().catch(() => undefined); // its connection goes as well
      const what = reply.ok ? "answer" : `error (HTTP ${reply.status})`;
      throw new GatewayFailure("upstream_error", `The provider's ${what} is larger than ${limit / 1024 / 1024} MB.`);
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

// Embeddings as chats: each text is a user's message, so that whatever reads or alters messages reads and alters them.
import type { EmbeddingBody } from "@/lib/contracts/gateway/embeddings";
import { isRecord } from "@/lib/records";
import type { Dialog } from "./dialect";

export const embeddingDialog = (): Dialog<EmbeddingBody> => ({
  api: "embeddings",
  toChat({ input, ...rest }) {
    const inputs: unknown[] = Array.isArray(input) ? input : [input];
    const isText = inputs.every((entry) => typeof entry === "string");
    if (isText) return { ...rest, messages: inputs.map((content) => ({ role: "user", content: String(content) })) };
    return { ...rest, input, messages: [{ role: "user", content: `${inputs.flat().length} tokens` }] };
  },
  // Nothing is written. Published clients need the member.
  whole: ({ usage, ...embeddings }) => ({
    ...embeddings,
    ...(usage === undefined ? {} : { usage: isRecord(usage) ? { completion_tokens: 0, ...usage } : usage }),
  }),
  stream: () => {
    throw new Error("Embeddings are not streamed.");
  },
});

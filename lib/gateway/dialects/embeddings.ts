// Embeddings as chats: each text is a user's message, so that whatever reads or alters messages reads and alters them.
import type { EmbeddingBody } from "@/lib/contracts/gateway/embeddings";
import type { Dialog } from "./dialect";

export const embeddingDialog = (): Dialog<EmbeddingBody> => ({
  api: "embeddings",
  toChat({ input, ...rest }) {
    const inputs: unknown[] = Array.isArray(input) ? input : [input];
    const isText = inputs.every((entry) => typeof entry === "string");
    if (isText) return { ...rest, messages: inputs.map((content) => ({ role: "user", content: String(content) })) };
    return { ...rest, input, messages: [{ role: "user", content: `${inputs.flat().length} tokens` }] };
  },
  whole: (embeddings) => embeddings,
  stream: () => {
    throw new Error("Embeddings are not streamed.");
  },
});

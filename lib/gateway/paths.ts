// Which of the gateway's paths take a POST; the others take a GET.
const served = {
  "/v1/chat/completions": "createChatCompletion",
  "/v1/completions": "createCompletion",
  "/v1/embeddings": "createEmbedding",
  "/v1/messages": "createMessage",
  "/v1/messages/count_tokens": "countMessageTokens",
  "/v1/responses": "createResponse",
} as const;

/** What serves them, by path without its trailing slash. */
export const posts: ReadonlyMap<string, (typeof served)[keyof typeof served]> = new Map(Object.entries(served));

/** What a path takes, as the refusal of other methods tells it. */
export const methodsOf = (path: string): string =>
  posts.has(path.replace(/\/$/, "")) ? "OPTIONS, POST" : "GET, HEAD, OPTIONS";

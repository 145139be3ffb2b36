// One request in another protocol to a provider that only chats.
import { ask, chat, memoryParts, settings, upstream, webGateway } from "./memory-parts";
import { completion } from "./recorded-calls";

type Json = Record<string, unknown>;

const operations = { "/v1/messages": "createMessage", "/v1/responses": "createResponse" } as const;
export type Path = keyof typeof operations;

interface Provider {
  baseUrl?: string;
  usage?: Json;
  /** Members of its answer's only choice, and of the answer. */
  choice?: Json;
  answer?: Json;
}

/** The body that the provider gets, the call's labels, and the answer. */
export async function exchange(
  path: Path,
  more: Json,
  { baseUrl = "https://llm.acme.test/v1", usage = {}, choice = {}, answer = {} }: Provider = {},
) {
  const sent: Json[] = [];
  const parts = memoryParts({
    settings: { ...settings, providers: [{ ...upstream, kind: "openai", baseUrl } as typeof upstream] }, // safe: its own kind
    fetch: async (_url, init) => {
      sent.push(JSON.parse(String(init?.body)));
      const written = completion({ content: "hi" });
      const choices = written.choices.map((made) => ({ ...made, ...choice }));
      return Response.json({ ...written, choices, usage, ...answer });
    },
  });
  const base = path === "/v1/messages" ? { ...chat("small"), max_tokens: 9 } : { model: "small", input: "Hello there" };
  const response = await webGateway(parts)[operations[path]](ask({ path, body: { ...base, ...more } }));
  const labels = parts.calls[0]?.labels;
  return { sent: sent[0], labels, user: labels?.user, status: response.status, answer: await response.json() };
}

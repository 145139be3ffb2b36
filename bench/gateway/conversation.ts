// What the gateway benchmark asks and what it must be answered: the provider says it, the load generator checks it.

export const PROVIDER_KEY = "the-providers-own-key";
/** Streams its words as fast as they are taken. */
export const MODEL = "bench";
/** Streams a word each `PACE_MS`. */
export const PACED_MODEL = "bench-paced";
export const PACE_MS = 5;
/** Of a provider that answers 500, and what clients ask for that is led to it first and to `MODEL` then. */
export const BROKEN_MODEL = "bench-broken";
export const FAILOVER_MODEL = "bench-failover";

const messages = [
  { role: "system", content: "You answer travellers' questions in one short paragraph. ".repeat(8) },
  { role: "user", content: "Which train takes me from Bern to Milan on a Sunday morning, and where do I change?" },
];

export const question = (model: string, isStream: boolean): string =>
  JSON.stringify(
    isStream
      ? { model, messages, stream: true, stream_options: { include_usage: true } }
      : { model, messages, temperature: 0.2 },
  );

const words = Array.from({ length: 20 }, (_, index) => `word-${index} `);
const text = words.join("");
const usage = { prompt_tokens: 143, completion_tokens: words.length, total_tokens: 143 + words.length };
/** USD per million tokens, chosen so that an answer's price is not a whole number of micro-dollars. */
export const PRICE = { input: 2.5, output: 8 };
/** What an answer costs in micro-dollars, each rounded up. */
export const COST = Math.ceil(usage.prompt_tokens * PRICE.input + usage.completion_tokens * PRICE.output);
const about = { id: "chatcmpl-bench", created: 1_750_000_000, model: MODEL };

export const jsonAnswer = JSON.stringify({
  ...about,
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
  usage,
});

const chunk = (choices: unknown[], more: object = {}): string =>
  `data: ${JSON.stringify({ ...about, object: "chat.completion.chunk", choices, ...more })}\n\n`;

/** A word an event, the end, the usage, and the mark that nothing follows. */
export const streamEvents: readonly string[] = [
  ...words.map((content) => chunk([{ index: 0, delta: { role: "assistant", content }, finish_reason: null }])),
  chunk([{ index: 0, delta: {}, finish_reason: "stop" }]),
  chunk([], { usage }),
  "data: [DONE]\n\n",
];

/** Null for the right answer, else what is wrong with it. */
export function flawOf(status: number, body: string, isStream: boolean): string | null {
  if (status !== 200) return `status ${status}: ${body.slice(0, 200)}`;
  return isStream ? flawOfStream(body) : flawOfJson(body);
}

function flawOfJson(body: string): string | null {
  const answer = JSON.parse(body) as { choices?: { message?: { content?: string } }[]; usage?: typeof usage }; // safe: each step is optional
  if (answer.choices?.[0]?.message?.content !== text) return `another text: ${body.slice(0, 200)}`;
  return answer.usage?.total_tokens === usage.total_tokens ? null : `another usage: ${body.slice(-200)}`;
}

/** Without parsing each event: the check shares its cores with what is measured. */
function flawOfStream(body: string): string | null {
  let events = 0;
  let content = "";
  for (let at = body.indexOf("data: "); at >= 0; at = body.indexOf("data: ", at + 1)) {
    events++;
    const end = body.indexOf("\n", at);
    const start = body.indexOf('"content":"', at);
    if (start >= 0 && start < end) content += body.slice(start + 11, body.indexOf('"', start + 11));
  }
  if (events !== streamEvents.length) return `${events} events in place of ${streamEvents.length}`;
  if (content !== text) return `another text: ${content.slice(0, 200)}`;
  if (!body.includes(`"total_tokens":${usage.total_tokens}`)) return "no usage";
  return body.trimEnd().endsWith("data: [DONE]") ? null : `no end: ${body.slice(-100)}`;
}

// Vapi, by its public API: POST /call, GET /call, GET /call/{id}, and the control address of an ongoing call.
import { z } from "zod";
import { isGuarded, mayAsk } from "@/lib/gateway/outbound";
import type { CallStatus, Dial, Result, VoiceProvider } from "./adapter";
import { assistantOf, urlOf } from "./read";
import { vapiManner, vapiModel } from "./rules/manner";
import type { TelephonyAccount } from "./telephony-account";
import { askProvider, unreadable } from "./telephony-client";
import { vapiSeen } from "./vapi-call";

const text = z.string().nullish().catch(null);

const read = (answer: Result<unknown>): Result<CallStatus> => {
  if (!answer.ok) return answer;
  const seen = vapiSeen(answer.value);
  return seen ? { ok: true, value: seen } : unreadable(answer.value);
};

function bodyOf(line: TelephonyAccount, { mark, to, prompt, firstMessage, settings, ...dial }: Dial): object {
  const mode =
    firstMessage === null
      ? "assistant-waits-for-user"
      : firstMessage === ""
        ? "assistant-speaks-first-with-model-generated-message"
        : "assistant-speaks-first";
  return {
    // Used to find the call again. Vapi allows 40 characters.
    name: mark,
    phoneNumberId: line.number,
    customer: { number: to },
    assistant: {
      name: "Simulated customer",
      firstMessageMode: mode,
      ...(firstMessage ? { firstMessage } : {}),
      model: {
        ...vapiModel(dial.model),
        temperature: dial.temperature,
        messages: [{ role: "system", content: prompt }],
        tools: [{ type: "endCall" }],
      },
      ...vapiManner(settings),
      ...(dial.language === "en"
        ? {}
        : { transcriber: { provider: "deepgram", model: "nova-2", language: dial.language } }),
      maxDurationSeconds: dial.maxSeconds,
      silenceTimeoutSeconds: 30,
      backgroundSound: "off",
      artifactPlan: { recordingEnabled: true },
      monitorPlan: { controlEnabled: true },
      metadata: { mark },
    },
  };
}

const FOUND = z.array(z.unknown());
/** The search window around the dial time, because clocks differ. */
const BEFORE_MS = 60_000;
const AFTER_MS = 10 * 60_000;

const found = z.object({
  name: text,
  model: z
    .object({
      messages: z
        .array(z.object({ role: text, content: text }))
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});

export const vapi: VoiceProvider = {
  async assistant(account, id, context) {
    const url = `${account.base}/assistant/${encodeURIComponent(id)}`;
    const answer = await askProvider(account, { method: "GET", url }, context);
    if (!answer.ok) return answer;
    const read = found.safeParse(answer.value);
    if (!read.success) return unreadable(answer.value);
    const { name, model } = read.data;
    const prompt = model?.messages?.find(({ role }) => role === "system")?.content;
    return { ok: true, value: assistantOf(name, prompt, null) };
  },
  dial: async (line, dial, context) =>
    read(await askProvider(line, { method: "POST", url: `${line.base}/call`, body: bodyOf(line, dial) }, context)),
  fetch: async (line, id, context) =>
    read(await askProvider(line, { method: "GET", url: `${line.base}/call/${encodeURIComponent(id)}` }, context)),
  async find(line, mark, dialedAt, context) {
    const query = new URLSearchParams({
      phoneNumberId: line.number,
      createdAtGe: new Date(dialedAt.getTime() - BEFORE_MS).toISOString(),
      createdAtLe: new Date(dialedAt.getTime() + AFTER_MS).toISOString(),
      limit: "1000",
    });
    const answer = await askProvider(line, { method: "GET", url: `${line.base}/call?${query}` }, context);
    if (!answer.ok) return answer;
    const listed = FOUND.safeParse(answer.value);
    if (!listed.success) return unreadable(answer.value);
    return { ok: true, value: listed.data.map(vapiSeen).find((seen) => seen?.mark === mark) ?? null };
  },
  async hangUp(line, id, context) {
    const answer = await vapi.fetch(line, id, context);
    if (!answer.ok) return answer;
    const { state, control } = answer.value;
    if (state === "over") return { ok: true, value: null };
    const url = urlOf(control);
    if (!url || !isControl(url, line)) return unreadable({ control });
    const reply = await askProvider(
      line,
      { method: "POST", url: url.href, body: { type: "end-call" }, isGuarded: isGuarded(url) },
      context,
    );
    return reply.ok ? { ok: true, value: null } : reply;
  },
};

/** The request carries the key, so it may only go to Vapi's own hosts, or to the one that the operator has set. */
const isControl = (url: URL, { base }: TelephonyAccount): boolean =>
  mayAsk(url) &&
  (url.host === new URL(base).host || (url.protocol === "https:" && /(?:^|\.)vapi\.ai$/.test(url.hostname)));

// Providers with a protocol of their own: called through the AI SDK's packages, answered in OpenAI's format.
import { webSignal } from "@/lib/exchange/signal";
import type { BedrockSettings, TranslatedSettings } from "../../settings";
import type { Call, ProviderReply } from "../provider";
import { completionOf, type Envelope } from "./answer";
import { refusalIn } from "./failure";
import { modelOf } from "./models";
import { callOptionsOf } from "./options";
import { sendAsFetch } from "./send-as-fetch";
import { eventsOf } from "./stream";
import { forbidsCalls, withoutChoice } from "./tools";

export async function callTranslated(
  call: Call,
  settings: TranslatedSettings | BedrockSettings,
): Promise<ProviderReply> {
  const { target, body, signal, now } = call;
  const options = { ...callOptionsOf(body, settings.kind, target.model), abortSignal: webSignal(signal) };
  const envelope: Envelope = {
    id: `chatcmpl-${crypto.randomUUID()}`,
    created: Math.floor(now() / 1000),
    model: target.model,
  };
  try {
    const fetch = sendAsFetch(call, forbidsCalls(body, settings.kind) ? withoutChoice : undefined);
    const model = await modelOf(settings, target.model, fetch);
    if (body.stream) {
      const { stream } = await model.doStream(options);
      return { status: 200, headers: { "content-type": "text/event-stream" }, body: eventsOf(stream, envelope) };
    }
    const answer = completionOf(await model.doGenerate(options), envelope);
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(answer) };
  } catch (error) {
    return refusalIn(error);
  }
}

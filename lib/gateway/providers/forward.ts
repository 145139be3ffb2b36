// A chat on its way to the targets of its route, and the client's answer.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Exchange, Headed, Reply } from "@/lib/exchange/exchange";
import { isRecord } from "@/lib/records";
import { GatewayFailure, toGatewayFailure } from "../errors";
import { gatewayRequestHeader } from "../headers";
import type { Parts } from "../parts";
import type { CallWatch } from "../record/watch-call";
import type { Route } from "../routing/plan-route";
import { type Attempt, runRoute } from "../routing/run-route";
import { streamReply } from "../stream-reply";
import { callProvider, secretsOf } from "./call-provider";
import type { Target } from "./choose-targets";
import { type Deadline, parseDuration } from "./deadline";
import type { Following } from "./event-stream";
import { type NativeRequest, serves } from "./native/native";
import { isOk, type ProviderReply } from "./provider";
import { embeddedFailure, providerFailure } from "./provider-failure";
import { readAnswerText } from "./read-answer";
import { relayStream, streamFailure } from "./relay-stream";
import { showsUsage } from "./stream-options";

/** The client's own limit on waiting for an answer; null where it sets none. */
export const patienceOf = (request: Headed): number | null =>
  parseDuration(gatewayRequestHeader(request, "timeout") ?? "");

/** The provider's answer in OpenAI's form. Throws a GatewayFailure for whatever goes wrong before its first byte. */
export async function forward(
  route: Route,
  body: ChatBody,
  request: Exchange,
  parts: Parts,
  watch: CallWatch,
  priceOf: (target: Target) => number | null,
  native?: NativeRequest,
): Promise<Reply> {
  const attempt: Attempt = async (target, deadline) => {
    watch.tried(target);
    const { signal } = deadline;
    const own = native && serves(target.provider, native.operation) ? native : undefined;
    try {
      const reply = await callProvider({
        target,
        body,
        native: own,
        api: route.api,
        signal,
        send: parts.send,
        now: parts.now,
      });
      const secrets = secretsOf(target.provider);
      const following = { secrets, watch, showsUsage: showsUsage(body), isNative: own !== undefined };
      return await (body.stream ? streamOf : completionOf)(reply, deadline, following);
    } catch (error) {
      watch.missed(streamFailure(error, deadline));
      throw error;
    }
  };
  const { signal } = request;
  const { health, now, random } = parts;
  const routed = { route, patienceMs: patienceOf(request), signal, health, priceOf, now, random };
  try {
    return await runRoute(routed, attempt);
  } catch (error) {
    watch.ended(toGatewayFailure(error));
    throw error;
  }
}

type Answering = (reply: ProviderReply, deadline: Deadline, following: Following) => Promise<Reply>;

const streamOf: Answering = async (reply, deadline, following) => {
  if (!isOk(reply)) throw await refusal(reply, following.secrets);
  const isStream = reply.headers["content-type"]?.toLowerCase().startsWith("text/event-stream");
  if (typeof reply.body === "string" || !isStream)
    throw new GatewayFailure("upstream_error", "The provider did not answer with a stream.");
  return streamReply(await relayStream(reply.body, deadline, following));
};

/** The provider's own text goes to the client; it is parsed only to know that it is an answer. */
const completionOf: Answering = async (reply, deadline, following) => {
  const body = await completionIn(reply, following);
  deadline.stop();
  following.watch.ended(null);
  return { status: 200, headers: { "content-type": "application/json" }, body };
};

/** The text of an answer that comes whole. Throws a GatewayFailure for one that is none. */
export async function completionIn(
  reply: ProviderReply,
  { secrets, watch, isNative }: Pick<Following, "secrets" | "watch" | "isNative">,
): Promise<string> {
  if (!isOk(reply)) throw await refusal(reply, secrets);
  const text = await readAnswerText(reply);
  const answer = parseObject(text);
  if (!answer) throw new GatewayFailure("upstream_error", "The provider's answer is not a JSON object.");
  if (answer.error && !answer.choices) throw embeddedFailure(answer.error, secrets);
  watch.answered(answer, text.length);
  const { native } = answer;
  return isNative ? JSON.stringify({ native }) : text;
}

const refusal = async (reply: ProviderReply, secrets: string[]): Promise<GatewayFailure> =>
  providerFailure({ status: reply.status, headers: reply.headers, text: await readAnswerText(reply), secrets });

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

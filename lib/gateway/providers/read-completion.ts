import { GatewayFailure } from "../errors";
import { parseObject } from "../parse-json";
import type { Following } from "./event-stream";
import { isOk, type ProviderReply } from "./provider";
import { embeddedFailure, providerFailure } from "./provider-failure";
import { readAnswerText } from "./read-answer";

/** The text of an answer that comes whole. Throws a GatewayFailure for one that is none. */
export async function readCompletion(
  reply: ProviderReply,
  { secrets, watch, isNative }: Pick<Following, "secrets" | "watch" | "isNative">,
): Promise<string> {
  if (!isOk(reply)) throw await refusalIn(reply, secrets);
  const text = await readAnswerText(reply);
  const answer = parseObject(text);
  if (!answer) throw new GatewayFailure("upstream_error", "The provider's answer is not a JSON object.");
  if (answer.error && !answer.choices) throw embeddedFailure(answer.error, secrets);
  watch.answered(answer, text.length);
  const { native } = answer;
  return isNative ? JSON.stringify({ native }) : text;
}

export const refusalIn = async (reply: ProviderReply, secrets: string[]): Promise<GatewayFailure> =>
  providerFailure({ status: reply.status, headers: reply.headers, text: await readAnswerText(reply), secrets });

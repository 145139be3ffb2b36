import { GatewayFailure } from "../errors";
import { parseObject } from "../parse-json";
import { choicesIn } from "./chunk";
import type { Following } from "./event-stream";
import { failureOf, withKnownReasons } from "./finish-reasons";
import { isOk, type ProviderReply } from "./provider";
import { embeddedFailure, providerFailure } from "./provider-failure";
import { readAnswerText } from "./read-answer";

export interface Expected {
  /** A chat has choices, embeddings have none. */
  isChat: boolean;
  /** Throws a GatewayFailure for an answer that the client's protocol cannot express. */
  check?: ((answer: Record<string, unknown>) => void) | undefined;
  /** Called when the provider shows that it is at work. */
  heard?: () => void;
}

/** The text of an answer that comes whole. Throws a GatewayFailure for one that is none. */
export async function readCompletion(
  reply: ProviderReply,
  { secrets, watch, isNative }: Pick<Following, "secrets" | "watch" | "isNative">,
  { isChat, check, heard }: Expected = { isChat: true },
): Promise<string> {
  if (!isOk(reply)) throw await refusalIn(reply, secrets);
  const text = await readAnswerText(reply, heard);
  const answer = parseObject(text);
  if (!answer) throw new GatewayFailure("upstream_error", "The provider's answer is not a JSON object.");
  if (answer.error && !answer.choices) throw embeddedFailure(answer.error, secrets);
  // As a stream without content. Answers that a filter has cut have a choice that says so.
  const choices = choicesIn(answer);
  if (isChat && choices.length === 0)
    throw new GatewayFailure("upstream_error", "The provider's answer has no choices.");
  const failure = failureOf(choices);
  if (failure) throw embeddedFailure(failure, secrets);
  const isChanged = withKnownReasons(choices);
  if (!isNative) check?.(answer);
  watch.answered(answer, text.length);
  const { native } = answer;
  if (isNative) return JSON.stringify({ native });
  return isChanged ? JSON.stringify(answer) : text;
}

export const refusalIn = async (reply: ProviderReply, secrets: string[]): Promise<GatewayFailure> =>
  providerFailure({ status: reply.status, headers: reply.headers, text: await readAnswerText(reply), secrets });

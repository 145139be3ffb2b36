// One try of one target: its provider is called, and its answer passes on to the client while the watch follows it.
import type { Reply } from "@/lib/exchange/exchange";
import type { Stage } from "../call";
import { GatewayFailure } from "../errors";
import { callProvider, secretsOf } from "../providers/call-provider";
import type { Deadline } from "../providers/deadline";
import type { Following } from "../providers/event-stream";
import { serves } from "../providers/native/native";
import { isOk, type ProviderReply } from "../providers/provider";
import { type Expected, readCompletion, refusalIn } from "../providers/read-completion";
import { withoutRefused } from "../providers/reasoning";
import { relayStream, streamFailure } from "../providers/relay-stream";
import { showsUsage } from "../providers/stream-options";
import { streamReply } from "../stream-reply";

/** Throws what goes wrong before the answer's first byte. */
export const provider: Stage = async ({ parts, model, dialog }) => {
  const { api, watch, attempt } = model;
  if (!attempt) throw new Error("No target has been chosen.");
  const { target, deadline } = attempt;
  const native = model.native && serves(target.provider, model.native.operation) ? model.native : undefined;
  const { signal } = deadline;
  const body = dialog ? withoutRefused(model.body, target.provider) : model.body;
  const { send, now } = parts;
  watch.tried(target);
  try {
    const reply = await callProvider({ target, body, native, api, signal, send, now });
    const secrets = secretsOf(target.provider);
    const following = { secrets, watch, showsUsage: showsUsage(body), isNative: native !== undefined };
    return body.stream
      ? await streamedAnswer(reply, deadline, following)
      : await wholeAnswer(reply, deadline, following, { isChat: !api, check: dialog?.check, heard: deadline.heard });
  } catch (error) {
    watch.missed(streamFailure(error, deadline));
    throw error;
  }
};

async function streamedAnswer(reply: ProviderReply, deadline: Deadline, following: Following): Promise<Reply> {
  if (!isOk(reply)) throw await refusalIn(reply, following.secrets);
  const type = (reply.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  // Servers send streams under many types, but no stream under these.
  if (typeof reply.body === "string" || /json|html/.test(type))
    throw new GatewayFailure(
      "upstream_error",
      `The provider answered with ${type.slice(0, 100) || "a text"} where a stream (text/event-stream) was asked for.`,
    );
  return streamReply(await relayStream(reply.body, deadline, following));
}

/** The provider's own text goes to the client; it is parsed only to know that it is an answer. */
async function wholeAnswer(
  reply: ProviderReply,
  deadline: Deadline,
  following: Following,
  expected: Expected,
): Promise<Reply> {
  const body = await readCompletion(reply, following, expected);
  deadline.stop();
  following.watch.ended(null);
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

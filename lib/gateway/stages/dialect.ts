import type { Stage } from "../call";
import { answerIn } from "../dialects/dialect";
import type { GatewayFailure } from "../errors";

/** Answers in the client's protocol. Every other stage works on chats. */
export const dialect: Stage = async (call, next) => {
  const reply = await next(call);
  if (!call.dialog) return reply;
  const refused = (failure: GatewayFailure) => call.model.watch.ended(failure);
  return answerIn(call.dialog, reply, { refused, written: () => call.model.watch.written?.() });
};

import type { Stage } from "../call";
import { answerIn } from "../dialects/dialect";

/** Answers in the client's protocol. Every other stage works on chats. */
export const dialect: Stage = async (call, next) => {
  const reply = await next(call);
  return call.dialog ? answerIn(call.dialog, reply, (failure) => call.model?.watch.ended(failure)) : reply;
};

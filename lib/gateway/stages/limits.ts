import type { Stage } from "../call";
import { refusalOf } from "../limits/admit";

/** Refuses a request beyond its requests a minute. */
export const limits: Stage = async (call, next) => {
  const refusal = refusalOf(call.readings, call.parts.now());
  if (refusal) throw refusal;
  return next(call);
};

import type { Stage } from "../call";
import { moneyRefusal, reportWarnings } from "../money/hold-status";

/** Refuses a request beyond its tokens a minute, budgets or credits. */
export const money: Stage = async (call, next) => {
  const { hold, parts } = call;
  const refusal = moneyRefusal(hold, parts.now(), call.outage);
  if (refusal) throw refusal;
  if (hold) reportWarnings(hold, parts.report);
  return next(call);
};

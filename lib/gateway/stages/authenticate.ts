// Who calls, and what the call may take of limits and money: one round trip finds the key and reserves it all. The stages after
// this one judge what was taken.
import { assertAddress, authenticate as callerOf, presentedKeyHash } from "../authenticate";
import type { Call, Decide, Plan, Stage } from "../call";
import { limitLevels, limitStatusOf } from "../limits/admit";
import { type Plan as Admission, enter } from "../limits/enter";
import { balanceClaim } from "../money/claim";
import type { Lookup } from "../settings";

export const authenticate: Stage = async (call, next) => {
  const { parts, request, log } = call;
  const admission = await enter(parts, await presentedKeyHash(request), admissionOf(call));
  const { readings, hold, plan: decision } = admission;
  call.readings = readings;
  call.limitStatus = limitStatusOf(readings, parts.now());
  call.hold = hold;
  if (hold) log.id = hold.id;
  call.outage = decision.outage;
  if (!decision.plan) throw decision.refusal;
  call.plan = decision.plan;
  return next(call);
};

interface Decision extends Admission {
  outage: "open" | "closed";
  /** Null where the request is refused. */
  plan: Plan | null;
  refusal: unknown;
}

/** Decides by what was found of the key. A refusal is kept until the limits are read, whose headers it carries. */
function admissionOf(call: Call): (found: Lookup) => Promise<Decision> {
  const { request, parts, log, startedAt } = call;
  let reading: Promise<Decide> | undefined;
  return async (found) => {
    const outage = found.settings.storeOutage ?? "closed";
    let levels = limitLevels({ ...found, key: null });
    let claim: Admission["claim"] = null;
    log.caller = null;
    try {
      const caller = callerOf(found, startedAt);
      log.caller = caller;
      levels = limitLevels(caller);
      assertAddress(caller, () => parts.addressOf(request));
      claim = balanceClaim(caller, startedAt);
      reading ??= (async () => call.operation(call, caller))();
      const plan = (await reading)(caller);
      return { levels, claim: plan.claim ?? claim, takes: !plan.isFree, outage, plan, refusal: null };
    } catch (refusal) {
      return { levels, claim, takes: false, outage, plan: null, refusal };
    }
  };
}

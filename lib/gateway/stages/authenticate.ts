// Finds out who calls, and takes what the call counts against limits and money: one round trip finds the key and reserves it
// all. The stages `limits` and `money` refuse what was too much.
import { assertAddress, authenticate as callerOf, presentedKeyHash } from "../authenticate";
import type { Call, Decide, Plan, Stage } from "../call";
import { limitLevels, limitStatusOf } from "../limits/admit";
import { type Admission, enter } from "../limits/enter";
import { balanceClaim } from "../money/claim";
import type { Lookup } from "../settings";

export const authenticate: Stage = async (call, next) => {
  const { parts, request, log } = call;
  const { readings, hold, admission } = await enter(parts, await presentedKeyHash(request), decisionOn(call));
  call.readings = readings;
  call.limitStatus = limitStatusOf(readings, parts.now());
  call.hold = hold;
  if (hold) log.id = hold.id;
  call.outage = admission.outage;
  if (!admission.plan) throw admission.refusal;
  call.plan = admission.plan;
  return next(call);
};

interface Decision extends Admission {
  outage: "open" | "closed";
  /** Null where the request is refused. */
  plan: Plan | null;
  refusal: unknown;
}

/** Decides by what was found of the key. A refusal is kept until the limits are read, whose headers it carries. */
function decisionOn(call: Call): (found: Lookup) => Promise<Decision> {
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
      request.facts.organizationId = caller.key.organizationId;
      levels = limitLevels(caller);
      assertAddress(caller, () => parts.addressOf(request));
      claim = balanceClaim(caller, startedAt);
      // The request is read once, although a key that has changed is decided on twice.
      reading ??= (async () => call.operation(call, caller))();
      const plan = (await reading)(caller);
      return { levels, claim: plan.claim ?? claim, takes: !plan.isFree, outage, plan, refusal: null };
    } catch (refusal) {
      return { levels, claim, takes: false, outage, plan: null, refusal };
    }
  };
}

// Judges of an organization's guardrails as calls that cost money: their reservations, and the reporting of their outcome.
import type { Signal } from "@/lib/exchange/signal";
import { type Charge, chargeFor } from "../money/charge";
import type { Hold } from "../money/hold-status";
import { claimOfJudge, type Judge } from "../money/judge-claim";
import type { Parts } from "../parts";
import type { RequestLog } from "../record/request-log";
import { watchCall } from "../record/watch-call";
import type { Caller } from "../settings";
import type { Guard } from "./guard";
import { ownJudge } from "./judge-target";
import { judgeBody, MAX_JUDGED } from "./remote";
import type { FollowJudge } from "./world";

/** No character has more bytes than this. */
const MOST_READ = MAX_JUDGED * 3;

/** The judges that a caller's organization pays for; a judge whose model does not exist costs nothing. */
export const judgesOf = ({ organization }: Caller, { pre, post }: Guard): Judge[] =>
  [...pre, ...post].flatMap(({ check, stage }): Judge[] => {
    if ("finders" in check || check.type !== "judge" || !organization?.guardrails?.rules.includes(check)) return [];
    const body = judgeBody(check.config, "");
    try {
      const target = ownJudge(organization, body.model);
      return [{ body, target, judges: stage, mostRead: MOST_READ }];
    } catch {
      return [];
    }
  });

interface Judged {
  signal: Signal;
  caller: Caller;
  user: string | null;
  /** The reservation for the request, including its judges. */
  hold: Hold | null;
  log: RequestLog;
}

/**
 * Has each judge charged to the organization whose guardrail it is, under the key whose request it judges: once, by what its
 * provider says. Judges of the gateway's own guardrails are measured and logged, and charged to nobody.
 */
export const followJudges =
  ({ signal, caller, user, hold: ofRequest, log }: Judged, parts: Parts): FollowJudge =>
  async ({ target, body, isOperators }) => {
    const at = parts.now();
    const claim = isOperators ? null : claimOfJudge({ caller, body, target, user, at });
    const hold = claim && (await parts.money.hold(claim, true));
    const id = hold?.id ?? crypto.randomUUID();
    const chargeable = { id, kind: "judge" as const, caller, hold, requestId: log.requestId, body, user, at };
    const charge = chargeFor(chargeable, isOperators ? { ...parts, ledger: unwritten } : parts);
    const call = await log.judge(caller, body, id, isOperators);
    return watchCall({
      target,
      characters: body.messages.reduce((sum, { content }) => sum + String(content).length, 0),
      now: parts.now,
      signal,
      end(how) {
        charge.end(how);
        if (ofRequest && !isOperators) tell(ofRequest, charge);
        parts.metrics.called(how, at, charge.entry);
        call.end(how, charge.cost ?? null);
      },
    });
  };

const unwritten: Parts["ledger"] = { begin: () => () => undefined };

/** A judge's cost is deducted from the reservation of the request that it judged. */
function tell(hold: Hold, { cost }: Charge): void {
  hold.judged = (hold.judged ?? 0) + (cost ?? 0);
}

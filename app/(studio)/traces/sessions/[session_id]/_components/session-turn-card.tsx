import NextLink from "next/link";
import { Conversation } from "@/app/_components/source/conversation";
import { quantity } from "@/app/_ui/figure/numbers";
import { Badge } from "@/app/_ui/text/badge";
import { Time } from "@/app/_ui/text/time";
import { turnsOfTrace } from "@/lib/annotation/sources/rules/turns-of-trace";
import { links } from "@/lib/client/links";
import type { SessionTurn } from "@/lib/contracts/traces/sessions";
import { Errors, Latency, Tokens, Usd } from "../../../_components/figure-cells";
import { PeopleScores } from "../../../_components/people-scores";
import { SpanStatus } from "../../../_components/span-status";

/** One trace of a session: what was asked and answered, and how the trace went. */
export function SessionTurnCard({ turn }: { turn: SessionTurn }) {
  const messages = turnsOfTrace(turn);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line pt-3">
        <NextLink href={links.trace(turn.id)} className="reach font-medium wrap-anywhere hover:underline">
          {turn.name || "Unnamed"}
        </NextLink>
        <SpanStatus status={turn.status} isEnded={turn.status !== "UNSET"} />
        {turn.started_at ? <Time at={turn.started_at} /> : null}
      </p>
      {messages.length > 0 ? (
        <Conversation turns={messages} />
      ) : (
        <p className="text-soft">This trace has no input or output.</p>
      )}
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-xs text-soft">
        <span>
          Latency <Latency ms={turn.latency_ms} />
        </span>
        <span>
          Tokens <Tokens count={turn.total_tokens} />
        </span>
        <span>
          Cost <Usd usd={turn.cost_usd} />
        </span>
        <span>{quantity(turn.span_count, "span")}</span>
        <Errors count={turn.error_spans} noun="span with an error" />
        <Verdicts verdicts={turn.verdicts} />
      </p>
      <PeopleScores title="Annotations" type="trace" id={turn.id} />
    </li>
  );
}

function Verdicts({ verdicts: { passed, failed, scored, error } }: Pick<SessionTurn, "verdicts">) {
  return (
    <>
      {failed > 0 ? <Badge tone="bad">{failed} failed</Badge> : null}
      {error > 0 ? <Badge tone="bad">{quantity(error, "evaluation error")}</Badge> : null}
      {passed > 0 ? <Badge tone="good">{passed} passed</Badge> : null}
      {scored > passed + failed ? <Badge>{scored - passed - failed} scored</Badge> : null}
    </>
  );
}

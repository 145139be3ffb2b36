"use client";
import { Status } from "@/app/_ui/status";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { evaluationText } from "../evaluation-text";
import { useEvaluationNames } from "../use-evaluation-names";
import { faultLabel, sideLabels } from "../words";

/** Customer faults that no rule can detect, and whether a judge decided them. */
function UnreadFaults({ rules }: { rules: CallRecord["fault_rules"] }) {
  const unread = rules.filter(({ decided_by }) => decided_by !== "rule");
  if (unread.length === 0) return null;
  return (
    <section aria-labelledby="fault-rules">
      <h2 id="fault-rules" className="mb-2 text-base font-medium">
        Faults without a rule
      </h2>
      <ul className="grid gap-2">
        {unread.map(({ kind, decided_by, reason }) => (
          <li key={kind} className="grid">
            <Status
              tone={decided_by === "judge" ? "neutral" : "warn"}
              shape={decided_by === "judge" ? "check" : "alert"}
            >
              {faultLabel(kind)}: {decided_by === "judge" ? "decided by a judge" : "not decided"}
            </Status>
            <span className="text-xs text-faint">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A call's faults, checks and evaluations. */
export function CallFindings({ call }: { call: CallRecord }) {
  const evaluations = Object.values(call.eval_metrics);
  const nameOf = useEvaluationNames(evaluations.map(({ name }) => name));
  return (
    <>
      {call.faults.length > 0 ? (
        <section aria-labelledby="faults">
          <h2 id="faults" className="mb-2 text-base font-medium">
            Faults
          </h2>
          <ul className="grid gap-3">
            {call.faults.map(({ side, kind, message, evidence }) => (
              <li key={`${kind} ${evidence.turn}`} className="grid gap-1">
                <Status tone={side === "agent" ? "bad" : "warn"} shape={side === "agent" ? "cross" : "alert"}>
                  {sideLabels[side]}: {faultLabel(kind)}
                </Status>
                <p className="text-soft">{message}</p>
                {evidence.text ? (
                  <blockquote className="border-l-2 border-line pl-2 text-xs text-faint wrap-anywhere">
                    <a href={`#turn-${evidence.turn}`} className="reach underline underline-offset-2">
                      Turn {evidence.turn + 1}
                    </a>
                    : {evidence.text}
                  </blockquote>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <UnreadFaults rules={call.fault_rules} />
      {call.checks.length > 0 ? (
        <section aria-labelledby="checks">
          <h2 id="checks" className="mb-2 text-base font-medium">
            Checks
          </h2>
          <ul className="grid gap-2">
            {call.checks.map(({ name, passed, reason }) => (
              <li key={name} className="grid">
                <Status tone={passed ? "good" : "bad"} shape={passed ? "check" : "cross"}>
                  {name}
                </Status>
                <span className="text-xs text-faint">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-labelledby="evaluations">
        <h2 id="evaluations" className="mb-2 text-base font-medium">
          Evaluations
        </h2>
        {evaluations.length === 0 ? (
          <p className="text-soft">This run has no evaluations.</p>
        ) : (
          <ul className="grid gap-3">
            {evaluations.map((evaluation) => (
              <li key={evaluation.id} className="grid gap-0.5">
                <span className="flex flex-wrap items-center gap-x-3">
                  <span className="font-medium">{nameOf(evaluation.name)}</span>
                  {evaluationText(evaluation)}
                </span>
                {evaluation.reason ? (
                  <span className="text-xs text-soft wrap-anywhere">{evaluation.reason}</span>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

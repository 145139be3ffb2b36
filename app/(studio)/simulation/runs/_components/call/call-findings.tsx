"use client";
import type { ReactNode } from "react";
import { PassStatus } from "@/app/_ui/feedback/look-status";
import { Status } from "@/app/_ui/feedback/status";
import { Section } from "@/app/_ui/page/section";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { evaluationText } from "../evaluation-text";
import { useEvaluationNames } from "../use-evaluation-names";
import { faultLabel, sideLabels } from "../words";

/** A call's faults, checks and evaluations. */
export function CallFindings({ call }: { call: CallRecord }) {
  // Customer faults that no rule can detect.
  const unread = call.fault_rules.filter(({ decided_by }) => decided_by !== "rule");
  return (
    <>
      {call.faults.length > 0 ? (
        <Findings title="Faults">
          {call.faults.map((fault) => (
            <Fault key={`${fault.kind} ${fault.evidence.turn}`} fault={fault} />
          ))}
        </Findings>
      ) : null}
      {unread.length > 0 ? (
        <Findings title="Faults without a rule">
          {unread.map((rule) => (
            <UnreadFault key={rule.kind} rule={rule} />
          ))}
        </Findings>
      ) : null}
      {call.checks.length > 0 ? (
        <Findings title="Checks">
          {call.checks.map(({ name, passed, reason }) => (
            <li key={name} className="grid">
              <PassStatus passed={passed}>{name}</PassStatus>
              <span className="text-xs text-faint">{reason}</span>
            </li>
          ))}
        </Findings>
      ) : null}
      <Evaluations evaluations={Object.values(call.eval_metrics)} />
    </>
  );
}

const Findings = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <ul className="grid gap-3">{children}</ul>
  </Section>
);

function Fault({ fault: { side, kind, message, evidence } }: { fault: CallRecord["faults"][number] }) {
  return (
    <li className="grid gap-1">
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
  );
}

function UnreadFault({ rule: { kind, decided_by, reason } }: { rule: CallRecord["fault_rules"][number] }) {
  const isDecided = decided_by === "judge";
  return (
    <li className="grid">
      <Status tone={isDecided ? "neutral" : "warn"} shape={isDecided ? "check" : "alert"}>
        {faultLabel(kind)}: {isDecided ? "decided by a judge" : "not decided"}
      </Status>
      <span className="text-xs text-faint">{reason}</span>
    </li>
  );
}

function Evaluations({ evaluations }: { evaluations: CallRecord["eval_metrics"][string][] }) {
  const nameOf = useEvaluationNames(evaluations.map(({ name }) => name));
  return (
    <Findings title="Evaluations">
      {evaluations.length === 0 ? <li className="text-soft">This run has no evaluations.</li> : null}
      {evaluations.map((evaluation) => (
        <li key={evaluation.id} className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="font-medium">{nameOf(evaluation.name)}</span>
            {evaluationText(evaluation)}
          </span>
          {evaluation.reason ? <span className="text-xs text-soft wrap-anywhere">{evaluation.reason}</span> : null}
        </li>
      ))}
    </Findings>
  );
}

import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import type { Output } from "@/lib/contracts/contract";
import type { testGuardrail } from "@/lib/contracts/gateway/guardrails";
import { segmentsOf } from "./highlighted-text";

type Tried = Output<typeof testGuardrail>;

const looks: Record<
  Tried["outcome"],
  { tone: "good" | "warn" | "bad" | "neutral"; shape: "check" | "alert" | "cross" | "dot"; word: string }
> = {
  pass: { tone: "good", shape: "check", word: "Passes" },
  block: { tone: "bad", shape: "cross", word: "Blocked" },
  alter: { tone: "warn", shape: "alert", word: "Altered" },
  warn: { tone: "warn", shape: "alert", word: "Passes, with a warning" },
  log: { tone: "neutral", shape: "dot", word: "Passes, and logs" },
};

/** The outcome of a rule for a text: verdict, findings and the resulting text. */
export function Outcome({ outcome, testedText }: { outcome: Tried; testedText: string }) {
  const { tone, shape, word } = looks[outcome.outcome];
  const kinds = [...new Set(outcome.findings.map(({ kind }) => kind))];
  return (
    <div className="grid gap-5">
      <p className="text-base font-medium">
        <Status tone={tone} shape={shape} className="gap-2!">
          {word}
        </Status>
      </p>
      <DefinitionList
        entries={[
          { term: "Fires", value: outcome.fired ? "Yes" : "No" },
          { term: "Score", value: <span className="tabular-nums">{outcome.score.toFixed(2)} of 1</span> },
          { term: "Reason", value: outcome.reason ?? <Missing reason="The rule gives no reason" /> },
          {
            term: "Found",
            value: kinds.length > 0 ? kinds.join(", ") : <Missing reason="No findings with a position" />,
          },
          ...(outcome.failed
            ? [
                {
                  term: "Check failed",
                  value: "The rule itself failed. The setting fail_open decides whether texts then pass.",
                },
              ]
            : []),
        ]}
      />
      <Findings text={testedText} findings={outcome.findings} />
      {outcome.outcome === "block" ? (
        <p className="text-soft">The gateway would refuse the request with 403. Nothing would reach the model.</p>
      ) : (
        <section>
          <h3 className="mb-1 font-medium">Resulting text</h3>
          <p className="rounded-md border border-line bg-sunk p-3 whitespace-pre-wrap wrap-anywhere">{outcome.text}</p>
        </section>
      )}
    </div>
  );
}

/** The tested text with what the rule found in it. */
const Findings = ({ text, findings }: { text: string; findings: Tried["findings"] }) => (
  <section>
    <h3 className="mb-1 font-medium">Where</h3>
    <p className="rounded-md border border-line bg-sunk p-3 whitespace-pre-wrap wrap-anywhere">
      {segmentsOf(text, findings).map(({ start, text, kind }) =>
        kind ? (
          <mark
            key={start}
            title={kind}
            className="rounded-sm bg-warn-wash text-ink underline decoration-warn decoration-2"
          >
            {text}
            <span className="sr-only"> ({kind})</span>
          </mark>
        ) : (
          <span key={start}>{text}</span>
        ),
      )}
    </p>
  </section>
);

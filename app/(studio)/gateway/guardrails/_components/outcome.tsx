import { DefinitionList } from "@/app/_ui/definition-list";
import { Missing } from "@/app/_ui/missing";
import { Status } from "@/app/_ui/status";
import type { Output } from "@/lib/contracts/contract";
import type { testGuardrail } from "@/lib/contracts/gateway/guardrails";
import { piecesOf } from "./highlighted-text";

type Tried = Output<typeof testGuardrail>;

const looks: Record<
  Tried["outcome"],
  { tone: "good" | "warn" | "bad" | "neutral"; shape: "check" | "alert" | "cross" | "dot"; word: string }
> = {
  pass: { tone: "good", shape: "check", word: "Passes" },
  block: { tone: "bad", shape: "cross", word: "Blocked" },
  alter: { tone: "warn", shape: "alert", word: "Altered" },
  warn: { tone: "warn", shape: "alert", word: "Passes, with a warning" },
  log: { tone: "neutral", shape: "dot", word: "Passes, and is logged" },
};

/** What a rule made of a text: the verdict, what it found and where, and the text as it would go on. */
export function Outcome({ outcome, given }: { outcome: Tried; given: string }) {
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
            value: kinds.length > 0 ? kinds.join(", ") : <Missing reason="Nothing was found in a place" />,
          },
          ...(outcome.failed
            ? [{ term: "Could not be checked", value: "The rule failed: whether texts pass then is set by fail_open." }]
            : []),
        ]}
      />
      <section>
        <h3 className="mb-1 font-medium">Where</h3>
        <p className="rounded-md border border-line bg-sunk p-3 whitespace-pre-wrap wrap-anywhere">
          {piecesOf(given, outcome.findings).map(({ start, text, kind }) =>
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
      {outcome.outcome === "block" ? (
        <p className="text-soft">The request would be refused with 403, and nothing of it would reach the model.</p>
      ) : (
        <section>
          <h3 className="mb-1 font-medium">As it goes on</h3>
          <p className="rounded-md border border-line bg-sunk p-3 whitespace-pre-wrap wrap-anywhere">{outcome.text}</p>
        </section>
      )}
    </div>
  );
}

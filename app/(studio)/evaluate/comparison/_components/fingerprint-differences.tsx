import { Table } from "@/app/_ui/list/table";
import { type ComparedEvaluation, nameOf } from "./compared";

const words: Record<ComparedEvaluation["differences"][number]["what"], string> = {
  template: "Template",
  version: "Version",
  prompt: "Prompt",
  model: "Model",
  parameters: "Parameters",
  pass_threshold: "Pass threshold",
  inputs: "Inputs",
  parts: "Parts",
};

/** Differences between the evaluations of two runs that make their scores incomparable. */
export function FingerprintDifferences({ evaluations }: { evaluations: readonly ComparedEvaluation[] }) {
  const rows = evaluations.flatMap((evaluation) =>
    evaluation.differences.map((difference) => ({ name: nameOf(evaluation), ...difference })),
  );
  return (
    <section aria-labelledby="unlike">
      <h2 id="unlike" className="text-base font-medium">
        The runs used different evaluations
      </h2>
      <p className="mb-2 max-w-2xl text-soft">
        A difference may come from these changes rather than from the answers, so the runs are compared only if you ask.
      </p>
      <Table
        caption="Differences between the evaluations"
        rows={rows}
        rowKey={({ name, what }) => `${name} ${what}`}
        columns={[
          { key: "name", header: "Evaluation", width: "w-40", wide: true, cell: ({ name }) => name },
          { key: "what", header: "What", width: "w-28", cell: ({ what }) => words[what] },
          { key: "first", header: "First run", width: "min-w-28", cell: ({ first }) => <Pinned text={first} /> },
          { key: "second", header: "Second run", width: "min-w-28", cell: ({ second }) => <Pinned text={second} /> },
        ]}
      />
    </section>
  );
}

const Pinned = ({ text }: { text: string }) => (
  <span className="line-clamp-4 py-1 font-mono text-xs whitespace-pre-wrap wrap-anywhere">{text}</span>
);

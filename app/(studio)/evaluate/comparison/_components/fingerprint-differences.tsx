import { Table } from "@/app/_ui/table";
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

/** In what the judges of the two runs differ, so that their scores mean different things. */
export function FingerprintDifferences({ evaluations }: { evaluations: readonly ComparedEvaluation[] }) {
  const rows = evaluations.flatMap((evaluation) =>
    evaluation.differences.map((difference) => ({ name: nameOf(evaluation), ...difference })),
  );
  return (
    <section aria-labelledby="unlike">
      <h2 id="unlike" className="text-base font-medium">
        The runs did not ask the same
      </h2>
      <p className="mb-2 max-w-2xl text-soft">
        A difference may come from these instead of from the answers, so they are not compared unless you say so.
      </p>
      <Table
        caption="In what the evaluations differ"
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

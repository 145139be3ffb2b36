import { Missing } from "@/app/_ui/feedback/missing";

type Inputs = Readonly<Record<string, string>> | null;

/** The start of each input. */
export function CellInputs({ inputs }: { inputs: Inputs }) {
  if (inputs === null) return <Missing reason="Not stored: this run is older than the storage of inputs" />;
  return (
    <span className="grid py-1">
      {Object.entries(inputs).map(([input, text]) => (
        <span key={input} className="line-clamp-2 wrap-anywhere">
          <span className="text-xs text-faint">{input}</span> {text}
        </span>
      ))}
    </span>
  );
}

/** The inputs of one row in two runs: once if equal, else for each run. */
export function ComparedInputs({ first, second, differ }: { first: Inputs; second: Inputs; differ: boolean | null }) {
  if (differ === false) return <CellInputs inputs={first ?? second} />;
  return (
    <span className="grid gap-1 py-1">
      {[
        { name: "First run", inputs: first },
        { name: "Second run", inputs: second },
      ].map(({ name, inputs }) => (
        <span key={name} className="grid">
          <span className="text-xs text-faint">{name}</span>
          {inputs !== null && Object.keys(inputs).length === 0 ? (
            <Missing reason="No inputs in this run" />
          ) : (
            <CellInputs inputs={inputs} />
          )}
        </span>
      ))}
    </span>
  );
}

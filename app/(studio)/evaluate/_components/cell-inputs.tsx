import { Missing } from "@/app/_ui/missing";

type Inputs = Readonly<Record<string, string>> | null;

/** The beginnings of what was judged, input by input. */
export function CellInputs({ inputs }: { inputs: Inputs }) {
  if (inputs === null) return <Missing reason="The inputs were not kept: the run is from before runs kept them" />;
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

/** What two runs judged of one row: once where it was the same, else of each. */
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
            <Missing reason="It judged nothing here" />
          ) : (
            <CellInputs inputs={inputs} />
          )}
        </span>
      ))}
    </span>
  );
}

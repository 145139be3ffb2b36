/** The beginnings of what was judged, input by input. */
export const CellInputs = ({ inputs }: { inputs: Readonly<Record<string, string>> }) => (
  <span className="grid py-1">
    {Object.entries(inputs).map(([input, text]) => (
      <span key={input} className="line-clamp-2 wrap-anywhere">
        <span className="text-xs text-faint">{input}</span> {text}
      </span>
    ))}
  </span>
);

import { Missing } from "@/app/_ui/feedback/missing";
import { timeColumn } from "@/app/_ui/list/columns";
import type { Column } from "@/app/_ui/list/table";
import { sourceText } from "../../_components/words";
import type { LogRow } from "./log-row";

const INPUTS_SHOWN = 3;

/** The columns after the verdict. */
export const columnsOf = (inputs: readonly string[], hasFeedback: boolean): Column<LogRow>[] => [
  ...(hasFeedback ? [rightResult] : []),
  ...inputs.slice(0, INPUTS_SHOWN).map(inputColumn),
  ...origin,
];

const rightResult: Column<LogRow> = {
  key: "feedback",
  header: "Right result",
  width: "sm:w-36",
  cell: ({ rightResult: result }) => (
    <span dir="auto" className="block truncate" title={result}>
      {result}
    </span>
  ),
};

const inputColumn = (name: string, index: number): Column<LogRow> => ({
  key: `input ${name}`,
  header: name,
  wide: index > 0,
  cell: ({ inputs }) =>
    inputs[index] ? (
      <span dir="auto" className="block max-w-[36vw] truncate sm:max-w-48" title={inputs[index]}>
        {inputs[index]}
      </span>
    ) : (
      <Missing reason="Empty" />
    ),
});

const origin: Column<LogRow>[] = [
  {
    key: "reason",
    header: "Reason",
    wide: true,
    cell: ({ reason }) =>
      reason ? (
        <span className="block max-w-64 truncate text-soft" title={reason}>
          {reason}
        </span>
      ) : (
        <Missing reason="No reason given" />
      ),
  },
  { key: "source", header: "Source", wide: true, width: "w-40", cell: ({ source }) => sourceText(source) },
  timeColumn("Time", ({ at }) => at),
];

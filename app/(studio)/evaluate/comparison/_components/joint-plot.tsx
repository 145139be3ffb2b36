import { HeatMap } from "@/app/_ui/figure/heat-map";
import { countText, rangeText, wholePercentText } from "@/app/_ui/figure/numbers";
import { scoreText } from "../../_components/figures";
import type { ComparedEvaluation } from "./compared";

type Compared = NonNullable<ComparedEvaluation["compared"]>;

const rowsText = (rows: number): string => (rows === 1 ? "1 row" : `${countText(rows)} rows`);

/** The number of rows by verdict in both runs. Rows on the diagonal are unchanged, rows right of it rose. */
export function JointPlot({ name, compared }: { name: string; compared: Compared }) {
  const { bins, cells } = compared.joint_distribution;
  if (bins.length < 2) return null;
  const isPassing = compared.test?.name === "mcnemar_exact";
  const most = Math.max(...cells.map(({ rows }) => rows));
  const names = bins.map((bin, index) => ({ id: String(index), name: binText(bin, isPassing) }));
  const cellOf = (first: string, second: string) => {
    const rows = cells.find((cell) => String(cell.first) === first && String(cell.second) === second)?.rows ?? 0;
    const verdicts = `${names[Number(first)]?.name} in the first run, ${names[Number(second)]?.name} in the second`;
    return { share: rows / most, text: rows === 0 ? "" : countText(rows), detail: `${rowsText(rows)}: ${verdicts}` };
  };
  return (
    <HeatMap
      caption={`Rows by result of ${name}: first run down, second across`}
      corner="First ↓ Second →"
      names={names}
      cellOf={cellOf}
      ends={["no row", rowsText(most)]}
    />
  );
}

function binText({ from, to }: { from: number; to: number }, isPassing: boolean): string {
  if (isPassing) return from === 1 ? "Passes" : "Fails";
  if (from === to) return scoreText(from);
  return rangeText({ low: from, high: to }, from >= 0 && to <= 1 ? wholePercentText : scoreText);
}

import { Missing } from "@/app/_ui/feedback/missing";
import { countText } from "@/app/_ui/figure/numbers";
import { Table } from "@/app/_ui/list/table";
import { meanText } from "../../../evaluate/tasks/[task_id]/_components/means";
import { type Activity, measureText, rateText } from "./series";

/** Verdicts and feedback of the whole range, one line each. */
export function OpinionTable({ activity: { verdicts, feedback } }: { activity: Activity }) {
  const rows = [
    ...verdicts.map(({ evaluation_id, evaluation, traces, pass_rate }) => ({
      id: evaluation_id,
      name: evaluation,
      count: traces,
      result: measureText(pass_rate, (share) => `${rateText(share)} passed`),
    })),
    ...feedback.map(({ label_id, label, label_type, count, mean, interval }) => ({
      id: label_id,
      name: label,
      count,
      result: measureText({ value: mean, interval }, (value) =>
        label_type === "thumbs_up_down" ? `${rateText(value)} up` : meanText("numeric", value),
      ),
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <Table
      caption="Verdicts and feedback"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { key: "name", header: "Verdicts and feedback", cell: ({ name }) => name },
        { key: "count", header: "Traces or scores", align: "right", cell: ({ count }) => countText(count) },
        {
          key: "result",
          header: "Result",
          align: "right",
          cell: ({ result }) => result ?? <Missing reason="No score" />,
        },
      ]}
    />
  );
}

// Which scores feedback makes.
import type { LabelType } from "@/lib/contracts/names";

/** The name of the labels of feedback, one of each type a project. */
export const FEEDBACK_LABEL = "User feedback";

export interface Arrived {
  id: string;
  organization_id: string;
  workspace_id: string;
  project_id: string;
  source_type: string;
  source_id: string;
  thumbs: "up" | "down" | null;
  number: number | null;
  comment: string | null;
}

interface Label {
  id: string;
  projectId: string | null;
  type: LabelType;
  version: number;
}

/** In the order of feedback: of two scores of one source under one label the later counts. In one order for everybody. */
export function scoresOf(arrived: readonly Arrived[], labels: readonly Label[]) {
  const rows = arrived.flatMap((row) =>
    valuesOf(row).flatMap(({ type, value }) => {
      const label = labels.find((one) => one.projectId === row.project_id && one.type === type);
      if (!label) return [];
      const { organization_id, workspace_id, source_type, source_id } = row;
      return {
        organization_id,
        workspace_id,
        source_type,
        source_id,
        label_id: label.id,
        label_version: label.version,
        value,
      };
    }),
  );
  const distinct = new Map(rows.map((row) => [`${row.source_type} ${row.source_id} ${row.label_id}`, row]));
  return [...distinct].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

function valuesOf({ thumbs, number, comment }: Arrived): { type: LabelType; value: Record<string, unknown> }[] {
  return [
    ...(thumbs === null ? [] : [{ type: "thumbs_up_down" as const, value: { value: thumbs } }]),
    ...(number === null ? [] : [{ type: "numeric" as const, value: { value: number } }]),
    ...(comment === null ? [] : [{ type: "text" as const, value: { text: comment } }]),
  ];
}

// A task's settings as text.

import { wholePercentText } from "@/app/_ui/figure/numbers";
import type { EvaluationTask } from "@/lib/contracts/evaluation/shapes/task-shapes";

type Filters = EvaluationTask["filters"];
const operators = {
  equals: "is",
  not_equals: "is not",
  contains: "contains",
  exists: "exists",
  not_exists: "does not exist",
} as const;

/** The conditions of a task's filter as phrases; empty if it takes all spans. */
export function filterTexts({
  observation_types,
  statuses,
  name,
  attributes,
  since,
  until,
  entry_only,
}: Filters): string[] {
  return [
    observation_types?.length ? `kind ${observation_types.join(" or ")}` : null,
    statuses?.length ? `status ${statuses.join(" or ")}` : null,
    name ? `name contains “${name}”` : null,
    ...(attributes ?? []).map(
      ({ key, operator, value }) => `${key} ${operators[operator]}${value === undefined ? "" : ` ${value}`}`,
    ),
    since ? `from ${since.slice(0, 10)}` : null,
    until ? `until ${until.slice(0, 10)}` : null,
    entry_only ? "entry spans" : null,
  ].filter((part) => part !== null);
}

export const samplingText = ({
  sampling_rate,
  sampling_unit,
}: Pick<EvaluationTask, "sampling_rate" | "sampling_unit">) =>
  sampling_rate === 1 ? "all" : `${wholePercentText(sampling_rate)} of ${sampling_unit}s`;

export { operators };

// What annotators see of a source. Its number and its times would tell a check, which comes out of their order.
import type { Wire } from "@/lib/annotation/sources/source";
import { isRecord } from "@/lib/records";

const TELLING = ["row_order", "created_at", "updated_at", "start_time", "end_time"] as const;

/** A source's preview or content without its number and times. Everything else is the same for every item. */
export function shownToAnnotators(wire: Wire): Wire {
  const shown = withoutTimes(wire);
  if (typeof wire.name === "string") shown.name = nameOf(wire, wire.name);
  if (Array.isArray(wire.traces))
    shown.traces = wire.traces.map((each) => (isRecord(each) ? withoutTimes(each) : each));
  return shown;
}

const withoutTimes = (wire: Wire): Wire => ({
  ...wire,
  ...Object.fromEntries(TELLING.flatMap((name) => (name in wire ? [[name, null]] : []))),
});

/** Rows and calls are named by their number. */
function nameOf({ type, dataset_name }: Wire, name: string): unknown {
  if (type === "dataset_row") return dataset_name;
  return type === "call_execution" ? name.replace(/\s*\d+$/, "") : name;
}

// What a manager chooses to export, and the request made of it.

import type { ItemStatus } from "@/lib/contracts/shapes";

/** Empty texts stand for all. */
export interface ExportChoice {
  status: ItemStatus | "all";
  approved: boolean;
  labelId: string;
  annotatorId: string;
  /** Days in the reader's time zone, as `2026-11-26`; both are included. */
  from: string;
  to: string;
}

export const everything: ExportChoice = {
  status: "all",
  approved: false,
  labelId: "",
  annotatorId: "",
  from: "",
  to: "",
};

/** `midnight` gives the beginning of a day; the day after `to` ends the range. */
export function filtersOf(choice: ExportChoice, midnight: (day: string, plus: number) => Date | null) {
  const { status, approved, labelId, annotatorId, from, to } = choice;
  const [since, until] = [midnight(from, 0), midnight(to, 1)];
  return {
    ...(status === "all" ? {} : { status }),
    ...(approved ? { review_status: "approved" as const } : {}),
    ...(labelId ? { label_ids: [labelId] } : {}),
    ...(annotatorId ? { annotator_ids: [annotatorId] } : {}),
    ...(since ? { since: since.toISOString() } : {}),
    ...(until ? { until: until.toISOString() } : {}),
  };
}

/** The beginning of a day where the reader is; null for no day. */
export function localMidnight(day: string, plus: number): Date | null {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = new Date(year, month - 1, date + plus);
  return Number.isNaN(at.getTime()) ? null : at;
}

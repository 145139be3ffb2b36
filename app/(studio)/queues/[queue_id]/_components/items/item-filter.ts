import type { ItemFilter, ItemStatusFilter } from "@/lib/client/annotation";
import type { ItemPurpose } from "@/lib/contracts/shapes";
import { type Get, oneOf, pageOf } from "../../../../_components/address";

export const itemStatusFilters: readonly ItemStatusFilter[] = [
  "pending",
  "in_progress",
  "in_review",
  "needs_changes",
  "resubmitted",
  "completed",
  "skipped",
];

/** The purposes of items that managers and reviewers can filter by. */
const purposeFilters = {
  work: ["work"],
  gold: ["gold"],
  checks: ["gold_copy", "repeat"],
} as const satisfies Record<string, readonly ItemPurpose[]>;
export type PurposeName = keyof typeof purposeFilters;
const purposeNames: readonly PurposeName[] = ["work", "gold", "checks"];
export const purposeNamed = (name: string | undefined) => oneOf(purposeNames, name);

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The item list's filter, read from the address in the same way on the server and in the browser. */
export function itemFilterOf(queue_id: string, get: Get): ItemFilter {
  const status = oneOf(itemStatusFilters, get("status"));
  const page = pageOf(get("page"));
  const purpose = purposeNamed(get("purpose"));
  const label = get("disagreement");
  return {
    queue_id,
    ...(page > 1 ? { page } : {}),
    ...(status ? { status } : {}),
    ...(get("mine") ? { assigned_to: "me" as const } : {}),
    ...(purpose ? { purpose: purposeFilters[purpose] } : {}),
    ...(label && GUID.test(label) ? { disagreement_label: label } : {}),
  };
}

import { countText, quantity } from "@/app/_ui/figure/numbers";
import type { ItemFilters } from "@/lib/client/annotation";
import { MAX_MATCHING } from "@/lib/contracts/limits";

/** The items that an action changes: by id, or all that match the list's filters. */
export interface Chosen {
  items: { item_ids: string[] } | { filter: ItemFilters };
  count: number;
}

/** Items that are not on the screen are changed only after a confirmation. */
export const isByFilter = ({ items }: Chosen): boolean => "filter" in items;

export const itemsText = (count: number): string => quantity(count, "item");

/** Whether one request may not change all that match. */
export const isTooMany = (count: number): boolean => count > MAX_MATCHING;

export const tooManyText = `More than ${countText(MAX_MATCHING)} items match. Narrow the filters to select all.`;

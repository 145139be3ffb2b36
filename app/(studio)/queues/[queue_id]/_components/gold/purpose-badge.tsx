import { Badge } from "@/app/_ui/badge";
import type { Item } from "@/lib/contracts/annotation/items";
import type { ItemPurpose } from "@/lib/contracts/shapes";

const words: Record<Exclude<ItemPurpose, "work">, string> = { gold: "Gold", gold_copy: "Gold copy", repeat: "Repeat" };

/** Says what an item is for unless it is work. Annotators are not told, so they see none. */
export function PurposeBadge({ purpose }: Pick<Item, "purpose">) {
  return purpose && purpose !== "work" ? <Badge>{words[purpose]}</Badge> : null;
}

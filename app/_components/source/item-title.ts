import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { previewText } from "./preview-text";
import { titleOf } from "./source-content";

const MOST_CHARACTERS = 60;

/** Tells an item from others in a list: its source's number for those who may see it, else how its text begins. */
export function itemTitle({
  source_content: content,
  source_preview: preview,
}: Pick<ItemDetail["item"], "source_content" | "source_preview">): string {
  if (content.type !== "dataset_row" || typeof content.row_order === "number") {
    const title = titleOf(content);
    if (title) return title;
  }
  const text = previewText(preview);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

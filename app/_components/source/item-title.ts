import { beginningOf } from "@/app/_ui/text/graphemes";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { isFields } from "./fields";
import { previewText } from "./preview-text";
import { titleOf } from "./source-content";

const MOST_CHARACTERS = 60;

/** The beginning of a row's first text. Its preview is empty where the queue leaves fields out. */
function firstText(content: Record<string, unknown>): string | undefined {
  if (!isFields(content.fields)) return undefined;
  const text = Object.values(content.fields).find((value) => typeof value === "string" && value.trim() !== "");
  return typeof text === "string"
    ? text
        .slice(0, 2 * MOST_CHARACTERS)
        .replaceAll(/\s+/g, " ")
        .trim()
    : undefined;
}

/**
 * Tells an item from others in a list: its source's number for those who may see it, else how its text or input begins.
 * An application's traces all have one name.
 */
export function itemTitle({
  source_content: content,
  source_preview: preview,
}: Pick<ItemDetail["item"], "source_content" | "source_preview">): string {
  const isNamed = content.type !== "dataset_row" && !preview.input_preview;
  if (isNamed || typeof content.row_order === "number") {
    const title = titleOf(content);
    if (title) return title;
  }
  const text = firstText(content) ?? previewText(preview);
  return text.length > MOST_CHARACTERS ? `${beginningOf(text, MOST_CHARACTERS)}…` : text;
}

// What an import does to one prompt.
import { isDeepStrictEqual } from "node:util";
import type { PromptContent } from "@/lib/contracts/prompts/content";
import type { PromptFileChange } from "@/lib/contracts/prompts/names";

interface InFile {
  folder: string;
  description: string;
  labels: readonly string[];
  content: PromptContent;
}

export interface Existing {
  folder: string;
  description: string;
  /** The newest committed version; null if there are drafts alone. */
  newest: { id: string; content: PromptContent } | null;
  /** Where labels point, by their names in lower case. */
  labels: ReadonlyMap<string, string>;
}

export interface Plan {
  change: PromptFileChange;
  addsVersion: boolean;
  edits: { folder?: string; description?: string };
  /** Labels of the file that do not point to the version with its content. */
  labels: string[];
}

/** As the database gives it back. */
const asStored = (content: PromptContent): unknown => JSON.parse(JSON.stringify(content));

export function planOf(file: InFile, existing: Existing | null): Plan {
  const { folder, description, content, labels } = file;
  if (!existing) return { change: "created", addsVersion: true, edits: {}, labels: [...labels] };
  const { newest } = existing;
  const addsVersion = newest === null || !isDeepStrictEqual(asStored(content), asStored(newest.content));
  const edits = {
    ...(folder === existing.folder ? {} : { folder }),
    ...(description === existing.description ? {} : { description }),
  };
  const isEdited = Object.keys(edits).length > 0;
  return {
    change: addsVersion ? "version_added" : isEdited ? "edited" : "unchanged",
    addsVersion,
    edits,
    labels: labels.filter((label) => addsVersion || existing.labels.get(label.toLowerCase()) !== newest?.id),
  };
}

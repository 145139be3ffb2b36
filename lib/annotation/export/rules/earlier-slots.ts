// Columns that an earlier export wrote for more annotations than a label has now. They are emptied, not made.
import { type FieldLabel, slotFields, slotWords } from "./export-label-fields";

const slotColumn = new RegExp(`^(.*) annotation (\\d+) (?:${slotWords.join("|")})(?: \\(\\d+\\))?$`, "is");
const slotField = /^label:([^:]+):slot:(\d+):/;

interface Mapped {
  field?: string | undefined;
  id?: string | undefined;
  column?: string | undefined;
  enabled: boolean;
}

/** Names of columns, in lower case. Without a mapping, those that the default mapping would have written. */
export function earlierColumns(
  labels: readonly FieldLabel[],
  slots: number,
  mapping: readonly Mapped[],
  existing: readonly string[],
): Set<string> {
  const beyond = (slot: string | undefined): boolean => Number(slot) > slots;
  if (mapping.length > 0) return new Set(mapping.flatMap((entry) => mappedColumn(labels, beyond, entry)));
  const names = new Set(labels.map(({ name }) => name.toLowerCase()));
  return new Set(
    existing.flatMap((column) => {
      const [, name = "", slot] = slotColumn.exec(column) ?? [];
      return names.has(name.toLowerCase()) && beyond(slot) ? [column.toLowerCase()] : [];
    }),
  );
}

function mappedColumn(
  labels: readonly FieldLabel[],
  beyond: (slot: string | undefined) => boolean,
  { field, id, column, enabled }: Mapped,
): string[] {
  const name = field ?? id ?? "";
  const [, labelId = "", slot] = slotField.exec(name) ?? [];
  const label = labels.find((known) => known.id === labelId.toLowerCase());
  if (!enabled || !label || !beyond(slot)) return [];
  const part = name.slice(name.lastIndexOf(":"));
  const own = slotFields(label, Number(slot)).find((known) => known.id.endsWith(part))?.column;
  return own === undefined ? [] : [(column ?? own).toLowerCase()];
}

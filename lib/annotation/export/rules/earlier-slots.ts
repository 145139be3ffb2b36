// Columns that an earlier export wrote for more annotations than a label has now. They are emptied, not made.
import { type FieldLabel, slotFields, slotWords } from "./export-label-fields";

const slotColumn = new RegExp(`^(.*) annotation (\\d+) (${slotWords.join("|")})( \\(\\d+\\))?$`, "is");
const slotField = /^label:([^:]+):slot:(\d+):/;

interface Mapped {
  field?: string | undefined;
  id?: string | undefined;
  column?: string | undefined;
  enabled: boolean;
}

/** A column's name in its parts, in lower case. `number` is that of a name that was taken. */
interface SlotColumn {
  name: string;
  slot: number;
  words: string;
  number: string;
}

/**
 * Names of columns, in lower case. Without a mapping, those that the default mapping would have written. A mapping also
 * empties later slots of what it writes under the usual column: a client that repeats today's mapping names no others.
 */
export function earlierColumns(
  labels: readonly FieldLabel[],
  slots: number,
  mapping: readonly Mapped[],
  existing: readonly string[],
): Set<string> {
  const later = existing.flatMap((column) => {
    const parts = partsOf(column);
    return parts && parts.slot > slots ? [{ ...parts, column: column.toLowerCase() }] : [];
  });
  if (mapping.length === 0) {
    const names = new Set(labels.map(({ name }) => name.toLowerCase()));
    return new Set(later.flatMap(({ name, column }) => (names.has(name) ? [column] : [])));
  }
  return new Set(
    mapping.flatMap((entry) => {
      const mapped = mappedSlot(labels, entry);
      if (!mapped) return [];
      if (mapped.slot > slots) return [mapped.column];
      return later.flatMap((parts) => (mapped.usual && isAlike(parts, mapped.usual) ? [parts.column] : []));
    }),
  );
}

function partsOf(column: string): SlotColumn | null {
  const [, name, slot, words = "", number = ""] = slotColumn.exec(column.toLowerCase()) ?? [];
  return name === undefined ? null : { name, slot: Number(slot), words, number };
}

const isAlike = (one: SlotColumn, other: SlotColumn): boolean =>
  one.name === other.name && one.words === other.words && one.number === other.number;

/** The slot that is written and its column; `usual` are the parts of its name, if it is the usual one. */
function mappedSlot(labels: readonly FieldLabel[], { field, id, column, enabled }: Mapped) {
  const name = field ?? id ?? "";
  const [, labelId = "", number] = slotField.exec(name) ?? [];
  const label = labels.find((known) => known.id === labelId.toLowerCase());
  if (!enabled || !label) return null;
  const slot = Number(number);
  const part = name.slice(name.lastIndexOf(":"));
  const own = slotFields(label, slot).find((known) => known.id.endsWith(part))?.column;
  if (own === undefined) return null;
  const chosen = partsOf(column ?? `${own}${numberOf(labels, label)}`);
  const usual = partsOf(own);
  const isUsual = chosen && usual && chosen.slot === slot && isAlike({ ...chosen, number: usual.number }, usual);
  return { slot, column: (column ?? own).toLowerCase(), usual: isUsual ? chosen : null };
}

/** The number in the columns of a label whose name an earlier label has. */
function numberOf(labels: readonly FieldLabel[], { id, name }: FieldLabel): string {
  const alike = labels.filter((label) => label.name.toLowerCase() === name.toLowerCase());
  const index = alike.findIndex((label) => label.id === id);
  return index === 0 ? "" : ` (${index + 1})`;
}

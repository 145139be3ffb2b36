// The form of a layout: an entry for every field, of which those that say something are saved.
import { asidesIn, type ShownContent, textsIn } from "@/app/_components/source/layout";
import type { FieldRole, LayoutField, SourceLayout } from "@/lib/contracts/annotation/queues/shapes";

/** `aside`: a fact or detail that stays where it is, small and below. */
export interface Entry extends Omit<LayoutField, "role"> {
  role: FieldRole | "aside";
  mayBeAside: boolean;
}

export interface LayoutValues {
  fields: Entry[];
  showsExpected: boolean;
}

/** The layout's entries, and the source's other fields as they are now. */
export function valuesOf(content: ShownContent, layout: SourceLayout | null): LayoutValues {
  const asides = new Set(asidesIn(content).map(({ name }) => name));
  const listed = (layout?.fields ?? []).map((entry): Entry => ({ ...entry, mayBeAside: asides.has(entry.field) }));
  const isFree = ({ name }: { name: string }) => !listed.some(({ field }) => field === name);
  const texts = textsIn(content).filter(isFree);
  return {
    fields: [
      ...listed,
      ...texts.map(({ name }): Entry => ({ field: name, role: "main", width: "full", mayBeAside: false })),
      ...asidesIn(content)
        .filter(isFree)
        .map(({ name }): Entry => ({ field: name, role: "aside", width: "full", mayBeAside: true })),
    ],
    showsExpected: layout?.shows_expected ?? false,
  };
}

/** Null if it changes nothing: every text is main, in its own order and under its own name. */
export function layoutOf({ fields, showsExpected }: LayoutValues, content: ShownContent): SourceLayout | null {
  const entries = fields.flatMap(({ mayBeAside: _, role, name, ...entry }): LayoutField[] =>
    role === "aside" ? [] : [{ ...entry, role, ...(name ? { name } : {}) }],
  );
  const own = textsIn(content);
  const isOwn =
    entries.length === own.length &&
    entries.every(
      ({ field, role, name, width }, index) =>
        role === "main" && !name && width === "full" && field === own[index]?.name,
    );
  return isOwn ? null : { fields: entries, shows_expected: showsExpected };
}

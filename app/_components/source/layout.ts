// Where a queue's layout puts the fields of a source. Pure.
import type { FieldRole, LayoutField, SourceLayout } from "@/lib/contracts/annotation/queues/shapes";
import type { Detail, SourceContent, Text } from "./source-content";

export interface PlacedField extends Text {
  /** The field's own name, which does not change with its name on the desk. */
  field: string;
  isHalf: boolean;
}

export interface Placed {
  main: PlacedField[];
  context: PlacedField[];
  expected: PlacedField[];
  /** Fields without an entry stay in their own lists. */
  facts: readonly Text[];
  details: readonly Detail[];
}

export type ShownContent = Exclude<SourceContent, { kind: "gone" }>;

/** What annotators judge, in its own order. The conversation of a session or call is always shown, so it is none. */
export const textsIn = (content: ShownContent): readonly Text[] => (content.kind === "texts" ? content.texts : []);
const factsIn = (content: ShownContent): readonly Text[] => (content.kind === "texts" ? content.facts : []);

/** Its facts and details, which are small and below. */
export const asidesIn = (content: ShownContent): Text[] => [
  ...factsIn(content),
  ...content.details.flatMap(({ texts }) => texts),
];

const none: ReadonlySet<string> = new Set();

/** Fields without an entry follow as they are: texts to judge, then facts and details. Fields may be left out. */
export function placed(content: ShownContent, layout: SourceLayout | null, leftOut = none): Placed {
  const entries = new Map(layout?.fields.map((entry) => [entry.field, entry]));
  const isFree = ({ name }: Text): boolean => !entries.has(name) && !leftOut.has(name);
  const known = new Map(
    [...textsIn(content), ...asidesIn(content)].flatMap((text) => (leftOut.has(text.name) ? [] : [[text.name, text]])),
  );
  const withRole = (role: FieldRole): PlacedField[] =>
    (layout?.fields ?? []).flatMap((entry) => {
      const text = entry.role === role && known.get(entry.field);
      return text ? [placedAs(entry, text)] : [];
    });
  return {
    main: [...withRole("main"), ...textsIn(content).filter(isFree).map(unchanged)],
    context: withRole("context"),
    expected: withRole("expected"),
    facts: factsIn(content).filter(isFree),
    details: content.details.flatMap((detail) => {
      const texts = detail.texts.filter(isFree);
      return texts.length > 0 ? [{ ...detail, texts }] : [];
    }),
  };
}

const placedAs = (entry: LayoutField, text: Text): PlacedField => ({
  ...text,
  field: entry.field,
  name: entry.name || entry.field,
  isHalf: entry.width === "half",
});

const unchanged = (text: Text): PlacedField => ({ ...text, field: text.name, isHalf: false });

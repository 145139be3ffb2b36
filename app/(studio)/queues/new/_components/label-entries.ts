// The labels of a queue that is being set up: labels that exist, and labels that are made with it.
import { settingsProblem } from "@/lib/annotation/labels/rules/label-settings";
import { preferenceRules } from "@/lib/annotation/labels/rules/preference";
import { spanRules } from "@/lib/annotation/labels/rules/text-spans";
import type { ItemLabel } from "@/lib/contracts/annotation/item-detail";
import type { Label } from "@/lib/contracts/annotation/labels";
import { bodyOf, type LabelForm, settingsOf } from "../../../labels/_components/label-form";

export interface LabelEntry {
  /** Tells entries apart. */
  key: string;
  required: boolean;
  /** A label that exists; null for one that is made. */
  labelId: string | null;
  made: LabelForm | null;
}

export const entryOf = ({ id, type }: Label): LabelEntry => ({
  key: id,
  labelId: id,
  made: null,
  // Nobody should have to write a text about every item.
  required: type !== "text",
});

/** What tells labels apart: no two have the same name and type. */
export const nameOf = ({ name, type }: Pick<Label, "name" | "type">): string => `${name.trim().toLowerCase()} ${type}`;

export const madeEntry = (made: LabelForm, required = made.type !== "text"): LabelEntry => ({
  key: `new ${nameOf(made)}`,
  labelId: null,
  made,
  required,
});

/** A template's label that exists already is used as it is, because two of one name and type cannot exist. */
export function withExisting(entries: readonly LabelEntry[], known: readonly Label[]): LabelEntry[] {
  return entries.map((entry) => {
    const label =
      entry.made && known.find((each) => each.project === null && nameOf(each) === nameOf(entry.made ?? each));
    return label ? { ...entry, key: label.id, labelId: label.id, made: null } : entry;
  });
}

const spansField = /answer|output|response|reply|text|summary/i;
const firstOutput = /^(output|answer|response|reply|completion)?[\s_-]*(a|1|one|first|left|chosen)$/i;
const secondOutput = /^(output|answer|response|reply|completion)?[\s_-]*(b|2|two|second|right|rejected)$/i;

/** The fields of a label that is made, as far as the source's names tell them. What somebody typed stays. */
function filled(made: LabelForm, names: readonly string[]): LabelForm {
  if (made.type === "text_spans" && made.field === "") {
    return { ...made, field: names.find((name) => spansField.test(name)) ?? names[0] ?? "" };
  }
  if (made.type === "preference" && made.first === "" && made.second === "") {
    const first = names.find((name) => firstOutput.test(name));
    const second = names.find((name) => secondOutput.test(name));
    return first && second ? { ...made, first, second } : made;
  }
  return made;
}

export const withFields = (entries: readonly LabelEntry[], names: readonly string[]): LabelEntry[] =>
  entries.map((entry) => (entry.made ? { ...entry, made: filled(entry.made, names) } : entry));

/** The labels in the request. */
export const labelsBody = (entries: readonly LabelEntry[]) =>
  entries.map(({ labelId, made, required }) =>
    // Somebody may be making the same label at this moment.
    made ? { new_label: bodyOf(made), or_existing: true, required } : { label_id: labelId ?? "", required },
  );

/** The labels as the desk shows them. Those that have not been loaded are left out. */
export function shownLabels(entries: readonly LabelEntry[], known: readonly Label[]): ItemLabel[] {
  return entries.flatMap(({ key, labelId, made, required }, order): ItemLabel[] => {
    const label = made ? { ...bodyOf(made), settings: settingsOf(made) } : known.find(({ id }) => id === labelId);
    if (!label) return [];
    const { name, type, description, settings, allow_notes } = label;
    return [
      {
        id: key,
        label_id: key,
        name,
        type,
        description,
        allow_notes,
        required,
        order,
        settings: asShown(type, settings),
      },
    ];
  });
}

/** Annotators see outputs in a drawn order; here it is the first one first. */
const asShown = (type: ItemLabel["type"], settings: Record<string, unknown>) =>
  type === "preference" ? { ...settings, shown_first: preferenceRules(settings).first } : settings;

/** What is wrong with a label: its settings, or a field that the source does not have. `names`: null while unknown. */
export function labelProblem(
  { name, type, settings }: Pick<ItemLabel, "name" | "type" | "settings">,
  names: readonly string[] | null,
): string | null {
  const fields = fieldsOf(type, settings);
  if (fields.includes("")) return `Say which ${type === "preference" ? "outputs" : "field"} “${name}” is about.`;
  const problem = settingsProblem(type, settings);
  if (problem) return `“${name}”: ${problem.message}`;
  const gone = names && fields.find((field) => !names.includes(field));
  return gone ? `“${name}” is about “${gone}”, which the source does not have.` : null;
}

/** The fields of the source that a label is about. */
export function fieldsOf(type: ItemLabel["type"], settings: Record<string, unknown>): string[] {
  if (type === "text_spans") return [spanRules(settings).field];
  if (type !== "preference") return [];
  const { first, second } = preferenceRules(settings);
  return [first, second];
}

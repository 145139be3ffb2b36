// The form of a label: default settings per type, and their conversion to the API's settings.

import {
  isMultiple,
  optionLabels,
  rangeOf,
  starsOf,
  textRules,
  valueText,
} from "@/app/_components/label-field/form-label";
import { valueKeys } from "@/lib/annotation/labels/rules/label-value";
import { preferenceRules } from "@/lib/annotation/labels/rules/preference";
import { fixedAnswers, notedAnswers } from "@/lib/annotation/labels/rules/required-note";
import { type SpanCategory, spanRules } from "@/lib/annotation/labels/rules/text-spans";
import type { Label } from "@/lib/contracts/annotation/labels";
import type { LabelType } from "@/lib/contracts/shapes";

export interface FormOption {
  name: string;
  /** Its saved name; absent for a new option. */
  was?: string;
}

export interface LabelForm {
  name: string;
  type: LabelType;
  description: string;
  allowNotes: boolean;
  /** The answers that need a note, by `noteChoices`. */
  noteFor: string[];
  options: FormOption[];
  multiple: boolean;
  stars: number | null;
  min: number | null;
  max: number | null;
  step: number | null;
  display: "slider" | "button";
  placeholder: string;
  minLength: number | null;
  maxLength: number | null;
  first: string;
  second: string;
  tie: boolean;
  bothBad: boolean;
  firstModel: string;
  secondModel: string;
  field: string;
  categories: SpanCategory[];
  overlap: boolean;
}

export const emptyLabel: LabelForm = {
  name: "",
  type: "categorical",
  description: "",
  allowNotes: false,
  noteFor: [],
  options: [{ name: "" }, { name: "" }],
  multiple: false,
  stars: 5,
  min: 0,
  max: 10,
  step: 1,
  display: "slider",
  placeholder: "",
  minLength: 0,
  maxLength: 5000,
  first: "",
  second: "",
  tie: true,
  bothBad: false,
  firstModel: "",
  secondModel: "",
  field: "",
  categories: [{ label: "", color: "blue" }],
  overlap: false,
};

export function formOfLabel(label: Label): LabelForm {
  const form = { ...label, label_id: label.id, required: false };
  const { name, type, description, allow_notes } = label;
  const common = {
    ...emptyLabel,
    name,
    type,
    description: description ?? "",
    allowNotes: allow_notes,
    noteFor: notedAnswers(label.settings),
  };
  switch (type) {
    case "categorical":
      return {
        ...common,
        options: optionLabels(form).map((name) => ({ name, was: name })),
        multiple: isMultiple(form),
      };
    case "numeric": {
      const { slider, ...range } = rangeOf(form);
      return { ...common, ...range, display: slider ? "slider" : "button" };
    }
    case "star":
      return { ...common, stars: starsOf(form) };
    case "text": {
      const { placeholder, min, max } = textRules(form);
      return { ...common, placeholder, minLength: min, maxLength: Number.isFinite(max) ? max : emptyLabel.maxLength };
    }
    case "text_spans": {
      const { field, categories, allowOverlap } = spanRules(label.settings);
      return { ...common, field, categories, overlap: allowOverlap };
    }
    case "preference": {
      const { first, second, allowTie, allowBothBad, firstModel, secondModel } = preferenceRules(label.settings);
      const models = { firstModel: firstModel ?? "", secondModel: secondModel ?? "" };
      return { ...common, first, second, tie: allowTie, bothBad: allowBothBad, ...models };
    }
    case "thumbs_up_down":
      return common;
  }
}

/** The answers that may need a note. An option that is renamed keeps its value here. */
export function noteChoices({ type, options, stars }: LabelForm): { value: string; label: string }[] {
  if (type === "categorical")
    return options
      .filter(({ name }) => name.trim() !== "")
      .map(({ name, was }) => ({ value: was ?? name.trim(), label: name.trim() }));
  return fixedAnswers(type, { no_of_stars: stars }).map((value) => ({
    value,
    label: valueText({ type }, { [valueKeys[type]]: value }),
  }));
}

/** The API's settings. `before` keeps what this form does not show. */
export function settingsOf(form: LabelForm, before: Record<string, unknown> = {}): Record<string, unknown> {
  const { note_required_for: _, ...others } = before;
  const noted = form.allowNotes ? noteChoices(form).filter(({ value }) => form.noteFor.includes(value)) : [];
  const answers = noted.map(({ value, label }) => (form.type === "categorical" ? label : value));
  return { ...typeSettings(form, others), ...(answers.length > 0 ? { note_required_for: answers } : {}) };
}

function typeSettings(form: LabelForm, before: Record<string, unknown>): Record<string, unknown> {
  switch (form.type) {
    case "categorical":
      return {
        rule_prompt: "",
        auto_annotate: false,
        strategy: null,
        ...before,
        multi_choice: form.multiple,
        options: withKept(form.options, before.options),
      };
    case "numeric":
      return { min: form.min, max: form.max, step_size: form.step, display_type: form.display };
    case "star":
      return { no_of_stars: form.stars };
    case "text":
      return { placeholder: form.placeholder, min_length: form.minLength, max_length: form.maxLength };
    case "text_spans":
      return {
        field: form.field.trim(),
        categories: form.categories
          .filter(({ label }) => label.trim() !== "")
          .map(({ label, color }) => ({ label: label.trim(), color })),
        allow_overlap: form.overlap,
      };
    case "preference":
      return {
        first: form.first.trim(),
        second: form.second.trim(),
        allow_tie: form.tie,
        allow_both_bad: form.bothBad,
        ...(form.firstModel || form.secondModel
          ? { first_model: form.firstModel.trim(), second_model: form.secondModel.trim() }
          : {}),
      };
    case "thumbs_up_down":
      return {};
  }
}

/** The form's options. An existing option keeps its other properties, also when renamed. */
function withKept(options: readonly FormOption[], before: unknown): object[] {
  const known = new Map<unknown, object>();
  for (const option of Array.isArray(before) ? before : []) known.set(option?.label, option);
  return options
    .filter(({ name }) => name.trim() !== "")
    .map(({ name, was }) => {
      const kept = known.get(was ?? name.trim());
      return was === name && kept ? kept : { ...kept, label: name.trim() };
    });
}

export const isRenamed = ({ name, was }: FormOption): boolean =>
  was !== undefined && name.trim() !== "" && name.trim() !== was;

/** Renamed options, whose answers follow. */
export const renamingsOf = ({ type, options }: LabelForm): { from: string; to: string }[] =>
  type === "categorical"
    ? options.flatMap((option) => (isRenamed(option) ? { from: option.was ?? "", to: option.name.trim() } : []))
    : [];

/** The API's body. */
export const bodyOf = (form: LabelForm, before?: Record<string, unknown>) => ({
  name: form.name,
  type: form.type,
  description: form.description || null,
  allow_notes: form.allowNotes,
  settings: settingsOf(form, before),
});

/** The changes of a label: the body and the renamed options, if any. */
export function changesOf(form: LabelForm, label: Label) {
  const renamed_options = renamingsOf(form);
  const renamings = renamed_options.length > 0 ? { renamed_options } : {};
  return { id: label.id, ...bodyOf(form, label.settings), ...renamings };
}

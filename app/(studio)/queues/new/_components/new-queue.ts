// A queue that is being set up: what a template fills in, how its sources are laid out, and the request made of it.
import { asidesIn, type ShownContent, textsIn } from "@/app/_components/source/layout";
import type { QueueSetUp } from "@/lib/client/annotation";
import type { Label } from "@/lib/contracts/annotation/labels";
import type { SourceLayout } from "@/lib/contracts/annotation/queues/shapes";
import { emptyQueue, type QueueForm, settingsOf } from "../../_components/queue-form";
import { noSources, type SourceChoice, sourcesBody } from "../../[queue_id]/_components/adding/source-choice";
import { type LayoutValues, layoutOf, valuesOf } from "../../[queue_id]/_components/layout/entries";
import { type LabelEntry, labelsBody, madeEntry, withExisting, withFields } from "./label-entries";
import { queueTemplates, type TemplateName } from "./templates";

export interface NewQueue extends QueueForm {
  template: TemplateName | null;
  sources: SourceChoice;
  labels: LabelEntry[];
  /** Null until somebody changes it: then the template's, or the source's own. */
  layout: LayoutValues | null;
}

export const emptyNewQueue: NewQueue = {
  ...emptyQueue,
  template: null,
  sources: noSources,
  labels: [],
  layout: null,
};

/** The template in place of the labels, rules, instructions and layout. Name, source and people stay. */
export function withTemplate(values: NewQueue, name: TemplateName | null): NewQueue {
  if (name === null) {
    const { labels, layout, instructions, annotationsRequired, requiresReview } = emptyNewQueue;
    return { ...values, template: null, labels, layout, instructions, annotationsRequired, requiresReview };
  }
  const { labels, instructions, annotationsRequired, requiresReview } = queueTemplates[name];
  return {
    ...values,
    template: name,
    labels: labels.map(({ form, required }) => madeEntry(form, required)),
    layout: null,
    instructions,
    annotationsRequired,
    requiresReview,
  };
}

/** What is known besides the form: the first source, and the labels that exist. */
export interface Known {
  content: ShownContent | null;
  labels: readonly Label[];
}

/** The names of the source's fields: those to judge first. */
export const fieldsIn = (content: ShownContent): string[] =>
  [...textsIn(content), ...asidesIn(content)].map(({ name }) => name);

/** The labels with what the source and the labels that exist tell about them. */
export function labelsOf({ labels }: Pick<NewQueue, "labels">, { content, labels: known }: Known): LabelEntry[] {
  const existing = withExisting(labels, known);
  return content
    ? withFields(
        existing,
        textsIn(content).map(({ name }) => name),
      )
    : existing;
}

/** How the desk shows the sources; null while no source is known. */
export function layoutValuesOf({ layout, template }: NewQueue, content: ShownContent | null): LayoutValues | null {
  if (!content) return null;
  if (layout) return layout;
  const own = valuesOf(content, null);
  if (template === null) return own;
  const { roles } = queueTemplates[template];
  const fields = own.fields.map((entry) => {
    const found = entry.role === "main" ? roles.find(({ names }) => names.test(entry.field)) : undefined;
    return found ? { ...entry, role: found.role } : entry;
  });
  // Something must be left to judge.
  return fields.some(({ role }) => role === "main") ? { ...own, fields } : own;
}

export function sourceLayoutOf(values: NewQueue, content: ShownContent | null): SourceLayout | null {
  const layout = layoutValuesOf(values, content);
  return layout && content ? layoutOf(layout, content) : null;
}

export function setUpBody(values: NewQueue, known: Known, activate: boolean): QueueSetUp {
  const sources = sourcesBody(values.sources);
  return {
    ...settingsOf(values),
    source_layout: sourceLayoutOf(values, known.content),
    annotator_ids: Object.keys(values.roles),
    annotator_roles: values.roles,
    labels: labelsBody(labelsOf(values, known)),
    ...(sources ? { sources } : {}),
    activate,
  };
}

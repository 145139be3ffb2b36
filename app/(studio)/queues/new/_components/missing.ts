// What a queue still needs before it can be created, or before it can be activated.
import { countText, quantity } from "@/app/_ui/figure/numbers";
import { MAX_ADDED_ITEMS, MAX_FIRST_ITEMS } from "@/lib/contracts/limits";
import { isChosen, shownChoice, wordsOf } from "../../[queue_id]/_components/adding/source-choice";
import { labelProblem, shownLabels } from "./label-entries";
import { fieldsIn, type Known, labelsOf, type NewQueue } from "./new-queue";

export const sections = ["about", "source", "layout", "labels", "people", "rules", "instructions"] as const;
export type SectionName = (typeof sections)[number];

export interface MissingThing {
  section: SectionName;
  text: string;
  /** It also keeps the queue from being created. */
  stopsCreation: boolean;
}

/** `total`: how many sources are chosen; null while unknown. */
export function missingOf(values: NewQueue, known: Known & { total: number | null }): MissingThing[] {
  const name = values.name.trim() === "" ? [stops("about", "A name.")] : [];
  return [...name, ...missingSource(values, known.total), ...missingLabels(values, known), ...missingPeople(values)];
}

const stops = (section: SectionName, text: string): MissingThing => ({ section, text, stopsCreation: true });
const waits = (section: SectionName, text: string): MissingThing => ({ section, text, stopsCreation: false });

function missingSource({ sources }: NewQueue, total: number | null): MissingThing[] {
  const { many } = wordsOf(sources);
  if (!isChosen(sources)) return [waits("source", "Items: choose what annotators will judge.")];
  if (total === 0) return [waits("source", `Items: no ${many} match.`)];
  const most = shownChoice(sources).scope === "all" ? MAX_FIRST_ITEMS : MAX_ADDED_ITEMS;
  if (total === null || total <= most) return [];
  const text = `At most ${countText(most)} ${many}: ${countText(total)} are chosen. Add the others on the queue’s page.`;
  return [stops("source", text)];
}

function missingLabels(values: NewQueue, known: Known): MissingThing[] {
  const entries = labelsOf(values, known);
  if (entries.length === 0) return [waits("labels", "A label: a question that annotators answer.")];
  const names = known.content && fieldsIn(known.content);
  const made = new Set(entries.flatMap(({ key, made }) => (made ? [key] : [])));
  return shownLabels(entries, known.labels).flatMap((label) => {
    const problem = labelProblem(label, names);
    if (problem === null) return [];
    // The server checks the settings of labels that it makes.
    const isRefused = made.has(label.label_id) && labelProblem(label, null) !== null;
    return [isRefused ? stops("labels", problem) : waits("labels", problem)];
  });
}

/** The creator annotates too. */
function missingPeople({ annotationsRequired, roles }: NewQueue): MissingThing[] {
  const annotators = 1 + Object.values(roles).filter((each) => each.includes("annotator")).length;
  if (annotationsRequired === null) return [stops("rules", "How many people annotate an item.")];
  if (annotators >= annotationsRequired) return [];
  const text = `${annotationsRequired} people annotate each item, and the queue has ${quantity(annotators, "annotator")}.`;
  return [waits("people", text)];
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button/button";
import { numberText } from "@/app/_ui/figure/numbers";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import { type ItemFilters, labelsOfQueueQuery } from "@/lib/client/annotation";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { valueWords } from "../agreement/value-words";
import { noFilters } from "./item-query";
import { askedValues, valueChoices } from "./value-choices";

interface Props {
  queue: Queue;
  filters: ItemFilters;
  onChange: (changes: Record<string, string | null>) => void;
}

interface Chip {
  text: string;
  /** The names in the address that it stands for. */
  removes: readonly string[];
}

/** The filters in force that the line above does not show, each with a button to remove it. */
export function FilterChips({ queue, filters, onChange }: Props) {
  const { data } = useQuery({ ...labelsOfQueueQuery(queue.id), enabled: filters.value !== undefined });
  const settings = data?.results.find(({ id }) => id === filters.label_id)?.settings ?? {};
  const chips = [...answerChips(queue, filters, settings), ...peopleChips(queue, filters), ...timeChips(filters)];
  if (chips.length === 0) return null;
  const remove = (names: readonly string[]) => onChange(Object.fromEntries(names.map((name) => [name, null])));
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {chips.map(({ text, removes }) => (
        <RemovableFilter key={text} onRemove={() => remove(removes)}>
          {text}
        </RemovableFilter>
      ))}
      <Button look="ghost" onClick={() => onChange(noFilters)}>
        Clear all filters
      </Button>
    </div>
  );
}

const anyOf = (words: readonly string[]): string => alternatives.format(words);
const alternatives = new Intl.ListFormat("en", { type: "disjunction" });

const answers = ["label", "value", "values", "min", "max", "answered"] as const;

function answerChips(queue: Queue, filters: ItemFilters, settings: Record<string, unknown>): Chip[] {
  const nameOf = (id: string) => queue.labels.find(({ label_id }) => label_id === id)?.name ?? "a label";
  const { label_id, min_value, max_value, answered, disagreement_label } = filters;
  const chips: Chip[] = [];
  const label = queue.labels.find((each) => each.label_id === label_id);
  const chip = (text: string) => chips.push({ text: `${nameOf(label_id ?? "")}: ${text}`, removes: answers });
  const values = askedValues(filters);
  if (values.length > 0 && label) {
    const known = valueChoices({ type: label.type, settings }) ?? [];
    const words = values.map((value) => known.find((choice) => choice.value === value)?.label ?? value);
    chip(label.type === "text" ? `contains ${anyOf(values.map((value) => `“${value}”`))}` : anyOf(words));
  }
  if (answered !== undefined) chip(answered ? "answered" : "no answer");
  const bounds = [min_value, max_value].map((bound) => (bound === undefined ? null : numberText(bound)));
  if (bounds[0] || bounds[1])
    chip(bounds[0] && bounds[1] ? `${bounds[0]} to ${bounds[1]}` : bounds[0] ? `from ${bounds[0]}` : `to ${bounds[1]}`);
  if (disagreement_label)
    chips.push({ text: `Disagreement on ${nameOf(disagreement_label)}`, removes: ["disagreement"] });
  return chips;
}

function peopleChips(queue: Queue, filters: ItemFilters): Chip[] {
  const nameOf = (id: string | undefined) => queue.annotators.find(({ user_id }) => user_id === id)?.name ?? "A person";
  const { completed_by, pair, pair_differs, first_value, second_value, label_id } = filters;
  const label = queue.labels.find((each) => each.label_id === label_id);
  const chips: Chip[] = completed_by ? [{ text: `Completed by ${nameOf(completed_by)}`, removes: ["by"] }] : [];
  if (!pair) return chips;
  const [first, second] = pair.map(nameOf);
  const about = label ? ` about ${label.name}` : "";
  const inWords = (value: string) => (label ? valueWords(label.type, value) : value);
  const text =
    first_value !== undefined && second_value !== undefined
      ? `${first}: ${inWords(first_value)}, ${second}: ${inWords(second_value)}`
      : `${first} and ${second} ${pair_differs === undefined ? "both answered" : pair_differs ? "differ" : "agree"}${about}`;
  const ofLabel = filters.value === undefined && filters.answered === undefined ? ["label"] : [];
  return [...chips, { text, removes: ["pair", "differs", "first", "second", ...ofLabel] }];
}

const moments = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const momentWords = {
  added_since: "Added from",
  added_until: "Added before",
  completed_since: "Completed from",
  completed_until: "Completed before",
} as const;

const timeChips = (filters: ItemFilters): Chip[] =>
  Object.entries(momentWords).flatMap(([name, words]) => {
    const at = filters[name as keyof typeof momentWords]; // safe: they are the names of that object
    return at ? [{ text: `${words} ${moments.format(new Date(at))}`, removes: [name] }] : [];
  });

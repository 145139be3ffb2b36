// Renames options of a categorical label, together with the answers.
import { optionsOf } from "./label-value";
import { notedAnswers } from "./required-note";

export interface Renaming {
  from: string;
  to: string;
}

type Settings = Record<string, unknown>;

const namesOf = (settings: Settings): string[] => optionsOf(settings).map((option) => option.label);

/** The problem with renaming options so that `before` becomes `after`; null if there is none. */
export function renamingProblem(before: Settings, after: Settings, renamings: readonly Renaming[]): string | null {
  const [old, next] = [namesOf(before), namesOf(after)];
  const renamed = new Set(renamings.map(({ from }) => from));
  const targets = new Set(renamings.map(({ to }) => to));
  if (renamed.size < renamings.length || targets.size < renamings.length) return "Name each option once.";
  const stranger = renamings.find(({ from }) => !old.includes(from));
  if (stranger) return `There is no option ${stranger.from}.`;
  const missing = renamings.find(({ to }) => !next.includes(to));
  if (missing) return `${missing.to} is not among settings.options.`;
  const merged = renamings.find(({ to }) => old.includes(to) && !renamed.has(to));
  if (merged) return `${merged.to} is an option already: answers of two options cannot become one.`;
  const kept = renamings.find(({ from }) => next.includes(from) && !targets.has(from));
  return kept ? `${kept.from} is still among settings.options.` : null;
}

/** The settings with renamed options, for requests that send no other settings. */
export function renamedSettings(settings: Settings, renamings: readonly Renaming[]): Settings {
  const renamed = (name: string): string => renamings.find(({ from }) => from === name)?.to ?? name;
  return {
    ...settings,
    options: optionsOf(settings).map((option) => ({ ...option, label: renamed(option.label) })),
    ...(settings.note_required_for === undefined ? {} : { note_required_for: notedAnswers(settings).map(renamed) }),
  };
}

/**
 * The settings with each option's earlier names, so that answers in progress can still be read, and with the option's
 * other settings under its new name.
 */
export function withFormerNames(before: Settings, after: Settings, renamings: readonly Renaming[]): Settings {
  const taken = new Set(namesOf(after));
  if (taken.size === 0) return after;
  return {
    ...after,
    options: optionsOf(after).map((option) => {
      const from = renamings.find(({ to }) => to === option.label)?.from;
      const old = optionsOf(before).find(({ label }) => label === (from ?? option.label));
      const known = [...(old?.formerly ?? []), ...(from === undefined ? [] : [from])];
      const formerly = [...new Set(known)].filter((name) => !taken.has(name));
      const { formerly: _, ...members } = { ...(from === undefined ? {} : old), ...option };
      return formerly.length > 0 ? { ...members, formerly } : members;
    }),
  };
}

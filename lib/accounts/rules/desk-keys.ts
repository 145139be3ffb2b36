// Which keys a person may choose for the annotation desk.
import { type DeskAction, deskActions } from "@/lib/contracts/names";

/** The usual key of each action. */
export const usualDeskKeys = {
  undo: "z",
  skip: "s",
  instructions: "i",
  flag: "l",
  filter: "f",
  difference: "d",
  suggestion: "u",
  previous: "arrowleft",
  next: "arrowright",
} as const satisfies Record<DeskAction, string>;
export type DeskKeys = Record<DeskAction, string>;

export const deskActionTexts: Record<DeskAction, string> = {
  undo: "Undo the last submit or skip",
  skip: "Skip the item",
  instructions: "Show or hide the instructions",
  flag: "Flag the item for later",
  filter: "Filter options",
  difference: "Show what differs between two outputs",
  suggestion: "Use the suggestion",
  previous: "Previous visited item",
  next: "Next visited item",
};

/** g and o begin two keys in a row. Digits choose answers. */
const KEY = /^(?:[a-fh-np-z]|[,.;'[\]\\`=-]|arrowleft|arrowright)$/;
export const isDeskKey = (key: string): boolean => KEY.test(key);
const KEYS =
  "Must be a letter, one of , . ; ' [ ] \\ ` = - or an arrow to the left or right. g and o begin other shortcuts.";

/** What is wrong with a choice of keys, by action. */
export function deskKeyProblems(keys: DeskKeys): Partial<Record<DeskAction, string>> {
  return Object.fromEntries(
    deskActions.flatMap((action) => {
      if (!isDeskKey(keys[action])) return [[action, KEYS]];
      const other = deskActions.find((each) => each !== action && keys[each] === keys[action]);
      return other ? [[action, `Also chosen for: ${deskActionTexts[other]}.`]] : [];
    }),
  );
}

/** With their usual keys, the actions that were left out. */
export const completeDeskKeys = (chosen: Partial<Record<string, string | undefined>>): DeskKeys => ({
  ...usualDeskKeys,
  ...withoutUndefined(chosen),
});

const withoutUndefined = (chosen: Partial<Record<string, string | undefined>>): Partial<DeskKeys> =>
  Object.fromEntries(deskActions.flatMap((action) => (chosen[action] ? [[action, chosen[action]]] : [])));

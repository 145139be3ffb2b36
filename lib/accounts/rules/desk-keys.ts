// Which keys a person may choose for the annotation desk and the review desk.
import {
  annotatingActions,
  type DeskAction,
  deskActions,
  reviewingActions,
  sharedActions,
} from "@/lib/contracts/names";

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
  approve: "a",
  request_changes: "r",
  comment: "c",
  settle: "e",
} as const satisfies Record<DeskAction, string>;
export type DeskKeys = Record<DeskAction, string>;

export const deskActionTexts: Record<DeskAction, string> = {
  undo: "Take back the last answer, skip or decision",
  skip: "Skip the item",
  instructions: "Show or hide the instructions",
  flag: "Flag the item for later",
  filter: "Filter options",
  difference: "Show what differs between two outputs",
  suggestion: "Use the suggestion",
  previous: "Previous visited item",
  next: "Next visited item",
  approve: "Approve the reviewed item",
  request_changes: "Request changes of the reviewed item",
  comment: "Comment on the reviewed label",
  settle: "Settle the value of the reviewed label",
};

/** g and o begin two keys in a row. Digits choose answers. */
const KEY = /^(?:[a-fh-np-z]|[,.;'[\]\\`=-]|arrowleft|arrowright)$/;
export const isDeskKey = (key: string): boolean => KEY.test(key);
const KEYS =
  "Must be a letter, one of , . ; ' [ ] \\ ` = - or an arrow to the left or right. g and o begin other shortcuts.";

const annotationDesk: readonly DeskAction[] = [...sharedActions, ...annotatingActions];
const reviewDesk: readonly DeskAction[] = [...sharedActions, ...reviewingActions];
/** Keys of actions that never meet may be the same. */
const desks = [annotationDesk, reviewDesk];
const areTogether = (one: DeskAction, other: DeskAction): boolean =>
  desks.some((actions) => actions.includes(one) && actions.includes(other));

/** What is wrong with a choice of keys, by action. */
export function deskKeyProblems(keys: DeskKeys): Partial<Record<DeskAction, string>> {
  return Object.fromEntries(
    deskActions.flatMap((action) => {
      if (!isDeskKey(keys[action])) return [[action, KEYS]];
      const other = deskActions.find(
        (each) => each !== action && keys[each] === keys[action] && areTogether(each, action),
      );
      return other ? [[action, `Also chosen for: ${deskActionTexts[other]}.`]] : [];
    }),
  );
}

/**
 * With their usual keys, the actions that were left out. A choice may be older than the keys of the review desk, so an
 * action there whose usual key is taken gets the first usual key of the desk that is free.
 */
export function completeDeskKeys(chosen: Partial<Record<string, string | undefined>>): DeskKeys {
  const own = withoutUndefined(chosen);
  const keys: DeskKeys = { ...usualDeskKeys, ...own };
  for (const action of reviewingActions) {
    const taken = reviewDesk.filter((each) => each !== action).map((each) => keys[each]);
    if (own[action] || !taken.includes(keys[action])) continue;
    const free = reviewDesk.map((each) => usualDeskKeys[each]).find((key) => !taken.includes(key));
    keys[action] = free ?? usualDeskKeys[action];
  }
  return keys;
}

const withoutUndefined = (chosen: Partial<Record<string, string | undefined>>): Partial<DeskKeys> =>
  Object.fromEntries(deskActions.flatMap((action) => (chosen[action] ? [[action, chosen[action]]] : [])));

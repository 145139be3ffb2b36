// The drafts of an item before each change, for undo. Pure.
import type { Draft } from "./draft";

const MOST = 100;

/** The contents of a draft by field. */
const fieldsOf = ({ values, labelNotes, itemNote }: Draft): Map<string, string> =>
  new Map([
    ...Object.entries(values).map(([id, value]): [string, string] => [`value ${id}`, JSON.stringify(value)]),
    ...Object.entries(labelNotes).map(([id, note]): [string, string] => [`note ${id}`, JSON.stringify(note)]),
    ["item note", JSON.stringify(itemNote)],
  ]);

const BLANK = new Set([undefined, "null", '""']);

function changedFields(before: Draft, after: Draft): string[] {
  const [one, other] = [fieldsOf(before), fieldsOf(after)];
  const isSame = (name: string) => {
    const [left, right] = [one.get(name), other.get(name)];
    return left === right || (BLANK.has(left) && BLANK.has(right));
  };
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => !isSame(name));
}

/** Whether a change continues typing: the same text or note, one after the other. */
function continues(last: Draft | undefined, before: Draft, after: Draft): boolean {
  const [field, ...others] = changedFields(before, after);
  if (!last || field === undefined || others.length > 0) return false;
  const isTyped = !field.startsWith("value") || /^\{"text":|^null$/.test(fieldsOf(after).get(field) ?? "null");
  return isTyped && changedFields(last, before).join() === field;
}

/** The earlier drafts after one more change. What was typed into one field without a break is one change. */
export function withEarlier(earlier: readonly Draft[], before: Draft, after: Draft): readonly Draft[] {
  if (changedFields(before, after).length === 0 || continues(earlier.at(-1), before, after)) return earlier;
  return [...earlier, before].slice(-MOST);
}

// Keys as text: "s", "?", "mod+enter", and "g q" for two in a row. `mod` is Command on Apple keyboards and Control elsewhere.

export interface Shortcut {
  keys: string;
  description: string;
  run: (event: KeyboardEvent) => void;
  /** Also fires while a text field is focused, or while a field is of which this says so; use it only for chords. */
  whileTyping?: boolean | ((field: EventTarget | null) => boolean);
  /** Not listed: another entry already describes it. */
  hidden?: boolean;
}

export type Keystroke = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

export const isApple = (): boolean => typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

export function matchesKeys(keys: string, stroke: Keystroke, apple: boolean): boolean {
  const parts = keys.toLowerCase().split("+");
  const key = parts.at(-1) ?? "";
  const mod = parts.includes("mod");
  const wantsShift = parts.includes("shift");
  if (stroke.altKey || mod !== (apple ? stroke.metaKey : stroke.ctrlKey)) return false;
  if (apple ? stroke.ctrlKey : stroke.metaKey) return false;
  if (/^\d$/.test(key)) return wantsShift === stroke.shiftKey && digitOf(stroke) === key;
  // A character such as "?" needs Shift on some layouts only, so Shift is checked only for letters and named keys.
  const signNeedsNoShift = key.length === 1 && !/[a-z]/.test(key);
  if (!signNeedsNoShift && wantsShift !== stroke.shiftKey) return false;
  return keyOf(stroke).toLowerCase() === key;
}

/** The key; with another script's layout, the Latin letter at its position. */
export const keyOf = ({ key, code }: Pick<KeyboardEvent, "key" | "code">): string =>
  (/^[^\0-\x7f]+$/.test(key) && letterAt(code)) || key;

const letterAt = (code: string): string | false => /^Key[A-Z]$/.test(code) && code.slice(-1).toLowerCase();

/** The digit of a key on the number row or keypad, whatever the layout. */
export const digitOf = ({ code, key }: Pick<KeyboardEvent, "key" | "code">): string | undefined =>
  code.startsWith("Digit") ? code.slice(-1) : /^\d$/.test(key) ? key : undefined;

const SIGNS = /^[!-/:-@[-`{-~]$/;

/**
 * What a keystroke can mean, the likeliest first. Some layouts of other scripts have signs or two characters on keys of
 * letters, such as "/" on the Q of Hebrew and "لا" on the B of Arabic: they can also mean the letter at their position.
 */
export function strokesOf<S extends Keystroke>(stroke: S): Keystroke[] {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = stroke;
  const letter = SIGNS.test(stroke.key) && letterAt(code);
  return letter ? [stroke, { key: letter, code, ctrlKey, metaKey, altKey, shiftKey }] : [stroke];
}

const TEXT_INPUTS = new Set(["text", "search", "email", "url", "password", "number", "tel", "date", "datetime-local"]);

/** Whether this element takes keys as text, or is a widget with its own key handling. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  if (target instanceof HTMLInputElement) return TEXT_INPUTS.has(target.type);
  return target.closest("[role=combobox],[role=listbox],[role=menu]") !== null;
}

/** Whether a field has no text, so that there is no typing to undo. */
export const isBlank = (field: EventTarget | null): boolean =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value === ""
    : !(field instanceof HTMLElement && field.isContentEditable);

/**
 * Whether an input method takes the key, for Japanese or Chinese. Safari has ended the composition by then, and only says
 * 229: https://bugs.webkit.org/show_bug.cgi?id=165004.
 */
export const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;

/** Whether a modal is open. */
export const hasOpenDialog = (): boolean =>
  document.querySelector("[role=dialog][data-open],[role=alertdialog][data-open],[role=menu][data-open]") !== null;

const NAMES: Record<string, string> = {
  enter: "Enter",
  escape: "Esc",
  arrowleft: "←",
  arrowright: "→",
  arrowup: "↑",
  arrowdown: "↓",
  tab: "Tab",
  shift: "⇧",
};

export function keyNames(keys: string, apple: boolean): string[] {
  return keys.split("+").map((part) => {
    if (part === "mod") return apple ? "⌘" : "Ctrl";
    return NAMES[part.toLowerCase()] ?? part.toUpperCase();
  });
}

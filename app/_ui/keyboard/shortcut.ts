// Keys as text: "s", "?", "mod+enter", and "g q" for two in a row. `mod` is Command on Apple keyboards and Control elsewhere.

export interface Shortcut {
  keys: string;
  description: string;
  run: (event: KeyboardEvent) => void;
  /** Also fires while a text field is focused; use it only for chords. */
  whileTyping?: boolean;
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
  return stroke.key.toLowerCase() === key;
}

/** The digit of a key on the number row or keypad, whatever the layout. */
const digitOf = ({ code, key }: Keystroke): string | undefined =>
  code.startsWith("Digit") ? code.slice(-1) : /^\d$/.test(key) ? key : undefined;

const TEXT_INPUTS = new Set(["text", "search", "email", "url", "password", "number", "tel", "date", "datetime-local"]);

/** Whether this element takes keys as text, or is a widget with its own key handling. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  if (target instanceof HTMLInputElement) return TEXT_INPUTS.has(target.type);
  return target.closest("[role=combobox],[role=listbox],[role=menu]") !== null;
}

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

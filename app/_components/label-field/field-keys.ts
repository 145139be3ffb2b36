import type { Shortcut } from "@/app/_ui/keyboard/shortcut";

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] as const;
export const FILTER_KEY = "f";

interface FieldKeys {
  choose: (digit: number, isShifted: boolean) => void;
  /** Focuses the filter of the current field's options, if it has one. */
  filter: () => void;
}

/** The keys that act on a form's current field. */
export const fieldKeys = ({ choose, filter }: FieldKeys): Shortcut[] => [
  ...DIGITS.map((digit) => ({
    keys: String(digit),
    description: "Choose an option of the current field (1–9 and 0); press again to clear",
    run: () => choose(digit, false),
    hidden: digit !== 1,
  })),
  ...DIGITS.map((digit) => ({
    keys: `shift+${digit}`,
    description: "Choose options 11 to 20",
    run: () => choose(digit, true),
    hidden: digit !== 1,
  })),
  { keys: FILTER_KEY, description: "Filter the options of the current field", run: filter },
];

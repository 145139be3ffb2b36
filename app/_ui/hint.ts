export type HintSide = "top" | "right" | "bottom" | "left";

interface Hint {
  text: string;
  /** Printed beside the text. */
  keys?: string | undefined;
  side?: HintSide | undefined;
  /** The element is there for its hint alone, so a finger shows it too. */
  onTap?: boolean;
}

/**
 * Gives an element a hint on hover and focus, which `Hints` draws. It never carries what the element itself does not also say
 * to a screen reader.
 */
export const hint = ({ text, keys, side, onTap }: Hint) => ({
  "data-hint": text,
  "data-hint-keys": keys,
  "data-hint-side": side,
  "data-hint-tap": onTap ? "" : undefined,
});

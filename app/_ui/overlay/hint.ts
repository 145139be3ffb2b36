export type HintSide = "top" | "right" | "bottom" | "left";

interface Hint {
  text: string;
  /** Shown beside the text. */
  keys?: string | undefined;
  side?: HintSide | undefined;
  /** The element exists only for its hint, so a tap shows it too. */
  onTap?: boolean;
}

/**
 * Gives an element a hint on hover and focus, drawn by `Hints`. The hint never adds anything that the element does not also
 * say to a screen reader.
 */
export const hint = ({ text, keys, side, onTap }: Hint) => ({
  "data-hint": text,
  "data-hint-keys": keys,
  "data-hint-side": side,
  "data-hint-tap": onTap ? "" : undefined,
});

import type { LucideIcon } from "lucide-react";

/** A line of the palette: it leads to `href` or does `run`. */
export interface PaletteEntry {
  label: string;
  Icon: LucideIcon;
  hint?: string;
  /** Printed beside it: the keys that do the same. */
  keys?: string;
  href?: string;
  run?: () => void;
}

export interface PaletteGroup {
  value: string;
  items: PaletteEntry[];
}

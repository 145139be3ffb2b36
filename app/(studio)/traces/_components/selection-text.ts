import { countText, quantity } from "@/app/_ui/figure/numbers";

/** How many traces match the filters, as far as known. */
export interface Total {
  count: number;
  is_estimated: boolean;
  is_cut: boolean;
}

/** A search that was cut counts what it has found; actions take all that match. */
export const allText = ({ count, is_estimated, is_cut }: Total): string =>
  is_cut
    ? `All matching traces (at least ${countText(count)})`
    : `All ${is_estimated ? "about " : ""}${quantity(count, "matching trace")}`;

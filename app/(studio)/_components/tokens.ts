import { countText } from "@/app/_ui/figure/numbers";

/**
 * "1,000 tokens", or only the known side, such as "800 input tokens"; null if nothing is known. Never a partial sum.
 * `total` counts where neither side is known.
 */
export function tokensText(input: number | null, output: number | null, total: number | null = null): string | null {
  if (input !== null && output !== null) return tokens(input + output, "");
  if (input !== null) return tokens(input, "input ");
  if (output !== null) return tokens(output, "output ");
  return total === null ? null : tokens(total, "");
}

const tokens = (count: number, side: string): string => `${countText(count)} ${side}token${count === 1 ? "" : "s"}`;

import { countText } from "@/app/_ui/figure/numbers";

/** "1,000 tokens", or only the known side, such as "800 input tokens"; null if neither is known. Never a partial sum. */
export function tokensText(input: number | null, output: number | null): string | null {
  if (input !== null && output !== null) return tokens(input + output, "");
  if (input !== null) return tokens(input, "input ");
  return output === null ? null : tokens(output, "output ");
}

const tokens = (count: number, side: string): string => `${countText(count)} ${side}token${count === 1 ? "" : "s"}`;

import { countText, wholePercentText } from "@/app/_ui/figure/numbers";
import type { PromptGate } from "@/lib/contracts/prompts/releases";

/** How many rows a decision takes, by how many verdicts change. */
export function rowsText(needed: PromptGate["needed_rows"]): string {
  const cases = needed.map(({ changed, rows }, index) =>
    index === 0
      ? `about ${countText(rows)} if ${wholePercentText(changed)} of the verdicts change between the versions`
      : `${countText(rows)} if ${wholePercentText(changed)} do`,
  );
  return `${cases.join(", ")}`.replace(/^a/, "A");
}

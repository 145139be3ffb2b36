import { countText } from "@/app/_ui/figure/numbers";
import { Missing } from "@/app/_ui/missing";

/** How often the agent spoke. */
export const Turns = ({ count }: { count: number | null }) =>
  count === null ? <Missing reason="Turns are counted once the call is over" /> : countText(count);

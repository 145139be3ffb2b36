import { Missing } from "@/app/_ui/feedback/missing";
import { countText } from "@/app/_ui/figure/numbers";

/** The number of agent turns. */
export const Turns = ({ count }: { count: number | null }) =>
  count === null ? <Missing reason="Available when the call has ended" /> : countText(count);

// What a process knows about its targets from the requests that it has sent them.
import { Breakers } from "./breakers";
import { Latencies } from "./latencies";
import { Slots } from "./slots";

export interface Health {
  breakers: Breakers;
  latencies: Latencies;
  slots: Slots;
  /** How many requests came for this name before. */
  turnOf(model: string): number;
}

/** Names with a turn of their own; with more, all start again. */
const REMEMBERED = 10_000;

/**
 * `changed` is called for breakers that open here (until when, in milliseconds since 1970), and for those that close (null).
 * `processes`: how many share a provider's room.
 */
export function createHealth(
  now: () => number,
  changed: (target: string, openUntil: number | null) => void,
  processes = 1,
): Health {
  const turns = new Map<string, number>();
  return {
    breakers: new Breakers(now, changed),
    latencies: new Latencies(),
    slots: new Slots(processes),
    turnOf(model) {
      const turn = turns.get(model) ?? 0;
      if (turns.size >= REMEMBERED) turns.clear();
      turns.set(model, turn + 1);
      return turn;
    },
  };
}

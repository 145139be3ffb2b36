// Tells the tool calls of one stream apart.
import { recordIn, textIn } from "@/lib/records";

/** A call that is put together from its deltas. Its owner sets the id when a delta brings it. */
interface StreamedCall {
  id?: unknown;
}

export class StreamedCalls<Call extends StreamedCall> {
  readonly #begin: () => Call;
  /** By the numbers of their deltas, or by their ids if they have none. */
  readonly #byKey = new Map<number | string, Call>();
  #last: Call | undefined;

  constructor(begin: () => Call) {
    this.#begin = begin;
  }

  /** The call that a delta belongs to. Without number and id it is the last one, unless the delta names a function. */
  of({ index, id, function: named }: Record<string, unknown>): Call {
    const key = typeof index === "number" ? index : textIn(id) || null;
    const isNamed = Boolean(recordIn(named).name);
    const last = isNamed ? undefined : this.#last;
    const known = key === null ? last : this.#byKey.get(key);
    // Google numbers calls that it sends at once all 0.
    const isOther = isNamed && known?.id && textIn(id) !== "" && known.id !== id;
    if (known && !isOther) return known;
    const call = this.#begin();
    if (key !== null) this.#byKey.set(key, call);
    this.#last = call;
    return call;
  }
}

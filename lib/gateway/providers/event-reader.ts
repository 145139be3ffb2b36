// Server-sent events as they arrive.
import { MAX_EVENT_CHARACTERS } from "@/lib/bounds/limits";
import { ChunkDecoder } from "@/lib/exchange/decode-chunks";
import { GatewayFailure } from "../errors";

const LINE_END = /[\r\n]/;
const BLANK_LINE = /\r?\n\r?\n|\r\r/;

/** Chunks may split events and characters anywhere. */
export class EventReader {
  readonly #text = new ChunkDecoder();
  #rest = "";
  // In a long event, only the part that a new chunk can complete is searched again.
  #end = "";

  /** The events that end with this chunk, without their blank lines. */
  read(chunk: Uint8Array): string[] {
    const text = this.#text.take(chunk);
    this.#rest += text;
    if (this.#rest.length > MAX_EVENT_CHARACTERS)
      throw new GatewayFailure("upstream_error", "The provider's event is too long.");
    this.#end += text;
    if (!BLANK_LINE.test(this.#end)) {
      this.#end = this.#end.slice(-3);
      return [];
    }
    const events = this.#rest.split(BLANK_LINE);
    this.#rest = events.pop() ?? "";
    this.#end = this.#rest.slice(-3);
    return events;
  }

  /** The remaining text when nothing follows any more. */
  end(): string[] {
    return [(this.#rest + this.#text.end()).trimEnd()];
  }
}

/** An event's data lines, joined; null for comments and other events without data. */
export function dataOf(event: string): string | null {
  if (event.startsWith("data: ") && !LINE_END.test(event)) return event.slice(6);
  const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  return lines.length === 0 ? null : lines.map((line) => line.slice(5).replace(/^ /, "")).join("\n");
}

// What of a streamed answer a rule may still refuse or alter is held back: the last characters, as many as the longest thing that
// a rule can find, or everything where a rule has to see the whole answer.
import { parseObject } from "../parse-json";
import { dataOf } from "../providers/event-reader";
import { type Channel, Channels, edited, endOf, type Segment, windowOf } from "./channels";
import type { Rule } from "./compile";
import type { Finding } from "./finding";
import {
  effectOf,
  firedBy,
  type Guard,
  type World as GuardWorld,
  later,
  refusalOf,
  underPolicy,
  withoutTokens,
} from "./guard";
import { settledUpTo } from "./normal-form/readings";
import { withTexts } from "./passages";
import { type Outcome, runRule, type Surroundings } from "./run-rule";

/** So many new characters are searched at once. */
const STEP = 128;
/** How much of an answer is kept for rules that check it as a whole. */
const MAX_CHARACTERS = 2_000_000;

type World = Surroundings & GuardWorld;

interface BufferedEvent {
  event: string;
  chunk: Record<string, unknown> | null;
  segments: Segment[];
}

export class HoldBack {
  readonly #channels = new Channels();
  readonly #buffered: BufferedEvent[] = [];
  #enforcing: readonly Rule[];
  #reporting: readonly Rule[];
  #reach: number;
  readonly #world: World;
  readonly #guard: Guard;

  constructor(guard: Guard, world: World) {
    this.#world = world;
    this.#guard = guard;
    const rules = guard.post.map((rule) => underPolicy(rule, guard.policy));
    const enforces = (rule: Rule): boolean => {
      const effect = effectOf({ rule, failed: false, fires: true, score: 1, reason: null, findings: [] }, guard.policy);
      return !rule.isAsync && (effect === "block" || effect === "alter");
    };
    this.#enforcing = rules.filter(enforces);
    this.#reporting = rules.filter((rule) => !enforces(rule));
    this.#reach = Math.max(0, ...this.#enforcing.map(reachOf));
  }

  /** The text that may be sent after this event. Throws `content_blocked`. */
  async take(event: string): Promise<string> {
    const data = dataOf(event);
    // Comments keep a connection alive, and come in no order.
    if (data === null) return `${event}\n\n`;
    if (data.trim() === "[DONE]") return `${await this.#finish()}${event}\n\n`;
    const chunk = parseObject(data);
    // A failure: no decision was made about the text that is held back.
    if (chunk?.error) {
      this.#buffered.length = 0;
      return `${event}\n\n`;
    }
    const segments = chunk ? this.#channels.add(chunk) : [];
    if (this.#channels.characters > MAX_CHARACTERS) this.#searchPartsOnly();
    this.#buffered.push({ event, chunk, segments });
    if (this.#reach === Number.POSITIVE_INFINITY) return "";
    const { unsearched, hasClosed } = this.#channels;
    const isSearched = this.#enforcing.length === 0 || unsearched >= STEP || hasClosed;
    if (!isSearched) return this.#release(false);
    return this.#search(false);
  }

  /** The answer is too long to be kept: rules that look at it whole have failed. */
  #searchPartsOnly(): void {
    const failed = this.#enforcing.filter((rule) => reachOf(rule) === Number.POSITIVE_INFINITY);
    const closed = failed.find(({ failOpen }) => !failOpen);
    if (closed) {
      const outcome = { ...unchecked, rule: closed };
      this.#world.fired(firedBy(outcome, "block"));
      throw refusalOf(outcome);
    }
    this.#reporting = [];
    this.#enforcing = this.#enforcing.filter((rule) => !failed.includes(rule));
    this.#reach = Math.max(0, ...this.#enforcing.map(reachOf));
  }

  async #finish(): Promise<string> {
    const sent = await this.#search(true);
    for (const rule of this.#reporting) {
      const texts = this.#channels.all().map(({ location, text }) => ({ ...location, text }));
      later(rule, texts, this.#world);
    }
    return sent;
  }

  /** Searches the new text, and the earlier text that may belong to it. */
  async #search(isEnd: boolean): Promise<string> {
    this.#channels.searched();
    const channels = this.#channels.all();
    for (const channel of channels) {
      const isOver = isEnd || channel.isWhole;
      channel.settled = isOver ? endOf(channel) : channel.base + settledUpTo(channel.text, this.#reach);
    }
    for (const rule of this.#enforcing) {
      const isWhole = reachOf(rule) === Number.POSITIVE_INFINITY;
      const windows = channels.map((channel) => ({
        channel,
        from: isWhole ? channel.base : windowOf(channel, this.#reach),
      }));
      const texts = windows.map(({ channel, from }) => ({
        ...channel.location,
        text: channel.text.slice(from - channel.base),
      }));
      const outcome = await runRule(rule, texts, this.#world);
      const fresh = windows.map(({ channel, from }, index) =>
        (outcome.findings[index] ?? [])
          .map(({ kind, start, end }) => ({ kind, start: start + from, end: end + from }))
          // Earlier ones were decided of before; of later ones more text may make something else.
          .filter(({ start }) => start >= channel.released && (start < channel.settled || isEnd || channel.isWhole)),
      );
      const fires = outcome.fires && (outcome.failed || isWhole || fresh.some((found) => found.length > 0));
      if (!fires) continue;
      const effect = effectOf(outcome, this.#guard.policy);
      this.#world.fired(firedBy(outcome, effect));
      if (effect === "block") throw refusalOf(outcome);
      for (const [index, { channel }] of windows.entries()) await this.#edit(fresh[index] ?? [], channel, outcome);
    }
    return this.#release(isEnd);
  }

  async #edit(found: readonly Finding[], channel: Channel, { rule }: Outcome): Promise<void> {
    for (const { kind, start, end } of found) {
      if (!rule.alter) return;
      // Findings that have grown or overlap become one.
      const others = channel.edits.filter((edit) => edit.start >= end || edit.end <= start);
      const same = channel.edits.filter((edit) => edit.start < end && edit.end > start);
      const [from, to] = [
        Math.min(start, ...same.map((edit) => edit.start)),
        Math.max(end, ...same.map((edit) => edit.end)),
      ];
      const match = channel.text.slice(from - channel.base, to - channel.base);
      channel.edits = [...others, { start: from, end: to, replacement: await rule.alter(match, kind) }];
    }
  }

  /** Sends events in their order, as far as nothing in them can belong to a finding to come. */
  #release(isEnd: boolean): string {
    const isSafe = ({ channel, end }: Segment): boolean => isEnd || end <= this.#safeEnd(channel);
    let sent = "";
    let next = this.#buffered[0];
    while (next?.segments.every(isSafe)) {
      this.#buffered.shift();
      sent += this.#written(next);
      for (const { channel, end } of next.segments) channel.released = end;
      next = this.#buffered[0];
    }
    if (this.#reporting.length === 0 && Number.isFinite(this.#reach)) this.#channels.forget(this.#reach);
    return sent;
  }

  #safeEnd(channel: Channel): number {
    if (this.#enforcing.length === 0) return endOf(channel);
    if (channel.isWhole && !this.#channels.hasClosed) return endOf(channel);
    const { settled } = channel;
    const across = channel.edits.find(({ start, end }) => start < settled && settled < end);
    return across ? across.start : settled;
  }

  /** An event as it came, or with its changes. */
  #written({ event, chunk, segments }: BufferedEvent): string {
    const changed = segments.flatMap((segment) => {
      const edits = segment.channel.edits.filter(({ start, end }) => start < segment.end && end > segment.start);
      return edits.length > 0 ? [{ path: segment.path, text: edited(segment, edits) }] : [];
    });
    if (!chunk || changed.length === 0) return `${event}\n\n`;
    return `data: ${JSON.stringify(withoutTokens(withTexts(chunk, changed)))}\n\n`;
  }
}

const unchecked = { fires: true, score: 0, reason: "The answer is too long to be checked", findings: [], failed: true };

/** How much has to be seen for a rule to decide: all, where one finding is not enough or the texts go elsewhere. */
function reachOf({ check, threshold }: Rule): number {
  if (!("finders" in check)) return Number.POSITIVE_INFINITY;
  if (check.reach === Number.POSITIVE_INFINITY) return check.reach;
  const one = check.conclude([[{ kind: "one", start: 0, end: 1 }]], []);
  return one.score > threshold ? check.reach : Number.POSITIVE_INFINITY;
}

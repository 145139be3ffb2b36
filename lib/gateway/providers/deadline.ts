import { Abort, type Signal } from "@/lib/exchange/signal";

const unitsMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a duration such as `500ms`, `30s` or `1m30s`; null when it is none, or not positive. */
export function parseDuration(text: string): number | null {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return null;
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g);
  const total = [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * (unitsMs[unit ?? ""] ?? 0), 0);
  return total > 0 && Number.isFinite(total) ? total : null;
}

/** A limit on waiting. Its signal also carries the client's abort to the provider. */
export interface Deadline {
  readonly signal: Signal;
  timedOut(): boolean;
  /** The provider shows that it is at work: the first wait begins anew, up to its maximum. */
  heard(): void;
  /** Starts a wait for more of what has begun; `startDeadline` has started the first wait. */
  resume(): void;
  /** Ends a wait: the time until the next one does not count. */
  pause(): void;
  /** The guarded work is over. */
  stop(): void;
  /** Aborts the guarded work. */
  abort(): void;
}

interface DeadlineOptions {
  /** Called once, when the guarded work has ended, however that came. */
  over?: () => void;
  /** How long a wait after the first may last, if that is longer. */
  silenceMs?: number;
  /** How long the first wait may last if the provider shows that it is at work. */
  mostMs?: number;
}

export function startDeadline(
  timeoutMs: number,
  client: Signal,
  { over = () => undefined, silenceMs = timeoutMs, mostMs = timeoutMs }: DeadlineOptions = {},
): Deadline {
  const signal = new Abort();
  const startedAt = performance.now();
  let timedOut = false;
  let isOver = false;
  let isFirst = true;
  const abort = () => {
    stop();
    signal.abort();
  };
  const wait = waitTimer(() => {
    timedOut = true;
    abort();
  });
  const stop = () => {
    wait.clear();
    client.removeEventListener("abort", abort);
    if (isOver) return;
    isOver = true;
    over();
  };
  const begin = (limitMs: number) => {
    if (!isOver) wait.begin(limitMs);
  };
  client.addEventListener("abort", abort, { once: true });
  begin(timeoutMs);
  if (client.aborted) abort();
  return {
    signal,
    // No getter: lib/server/exchange.ts says why.
    timedOut: () => timedOut,
    heard: () => {
      if (isFirst) begin(Math.min(timeoutMs, startedAt + mostMs - performance.now()));
    },
    resume: () => begin(Math.max(timeoutMs, silenceMs)),
    pause: () => {
      isFirst = false;
      wait.end();
    },
    stop,
    abort,
  };
}

/** A timer is set once and set again where it rings too early: waits are as many as a stream has words. */
function waitTimer(late: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the wait under way began, and how long it may last. */
  let since: number | null = null;
  let limitMs = 0;
  const ring = () => {
    timer = undefined;
    if (since === null) return;
    const left = limitMs - (performance.now() - since);
    if (left < 1) late();
    else timer = setTimeout(ring, left);
  };
  return {
    begin(ms: number) {
      since = performance.now();
      limitMs = ms;
      timer ??= setTimeout(ring, ms);
    },
    end() {
      since = null;
    },
    clear() {
      since = null;
      clearTimeout(timer);
    },
  };
}

/** A limit on waiting. Its signal also carries the client's abort to the provider. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly timedOut: boolean;
  /** Starts a wait of the full time; `startDeadline` has started the first. */
  resume(): void;
  /** Ends a wait: the time until the next one does not count. */
  pause(): void;
  /** What it guarded is over. */
  stop(): void;
  /** Gives up what it guards. */
  abort(): void;
}

export function startDeadline(timeoutMs: number, client: AbortSignal): Deadline {
  const controller = new AbortController();
  let timedOut = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = () => {
    stop();
    controller.abort();
  };
  const pause = () => clearTimeout(timer);
  const stop = () => {
    pause();
    client.removeEventListener("abort", abort);
  };
  const resume = () => {
    pause();
    timer = setTimeout(() => {
      timedOut = true;
      abort();
    }, timeoutMs);
  };
  client.addEventListener("abort", abort, { once: true });
  resume();
  if (client.aborted) abort();
  return {
    signal: controller.signal,
    get timedOut() {
      return timedOut;
    },
    resume,
    pause,
    stop,
    abort,
  };
}

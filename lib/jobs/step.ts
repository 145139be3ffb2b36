// Background work goes in steps. A step is short, may be killed anywhere, and may run twice: what it has written decides where
// the next one continues. Inngest runs the steps, retries them and limits how many run at once.

/** Wall time after which a step begins nothing more: well within what a function may take, long against what a step costs. */
export const STEP_MS = 20_000;

export interface StepResult {
  /** Nothing is left, now or later. */
  done: boolean;
  /** How long nothing can be done; 0 to continue at once. */
  retryAfterMs: number;
}

export const DONE: StepResult = { done: true, retryAfterMs: 0 };

export const continueAfter = (retryAfterMs: number): StepResult => ({ done: false, retryAfterMs });

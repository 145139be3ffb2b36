// When an alert is looked at again. The sweep comes each minute, a little late: what is due at the minute's start misses none.

const MINUTE_MS = 60_000;
const QUIET_MINUTES = 5;

/** Where there was nothing to look at, it is looked at less often. */
export const nextLook = (now: Date, isBusy: boolean): Date =>
  new Date((Math.floor(now.getTime() / MINUTE_MS) + (isBusy ? 1 : QUIET_MINUTES)) * MINUTE_MS);

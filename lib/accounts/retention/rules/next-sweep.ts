/** When the first of the nightly sweeps begins: delete-expired-requests, at 02:37 UTC. */
const HOUR = 2;
const MINUTE = 37;

export function nextSweepAt(now: Date): Date {
  const today = new Date(now);
  today.setUTCHours(HOUR, MINUTE, 0, 0);
  return today > now ? today : new Date(today.getTime() + 86_400_000);
}

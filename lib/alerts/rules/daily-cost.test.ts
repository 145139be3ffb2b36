import { expect, test } from "vitest";
import { type DayIncident, dayFindings, startOf } from "./daily-cost";

const DAY = 20_000;
const terms = { limitMicros: 10_000_000, isMuted: false };
const incident = (day: number, change: Partial<DayIncident> = {}): DayIncident => ({
  ...{ since: startOf(day), isOpen: true, limitMicros: 10_000_000 },
  ...change,
});
const opened = { kind: "opened", since: startOf(DAY), limitMicros: 10_000_000 };
const recovered = { kind: "recovered", at: startOf(DAY) };

test.each<[string, number, Partial<typeof terms>, DayIncident[], object[]]>([
  ["nothing was spent", 0, {}, [], []],
  ["exactly the limit", 10_000_000, {}, [], []],
  ["a micro-dollar more", 10_000_001, {}, [], [opened]],
  ["more, while muted", 10_000_001, { isMuted: true }, [], []],
  ["more, and the incident is open", 20_000_000, {}, [incident(DAY)], []],
  ["more, after somebody closed it", 20_000_000, {}, [incident(DAY, { isOpen: false })], []],
  ["more than a limit that was changed", 20_000_000, {}, [incident(DAY, { isOpen: false, limitMicros: 5 })], [opened]],
  ["a new day", 0, {}, [incident(DAY - 1)], [recovered]],
  ["a new day that is too much as well", 10_000_001, {}, [incident(DAY - 1)], [recovered, opened]],
])("%s", (_, micros, change, incidents, findings) => {
  expect(dayFindings({ day: DAY, requests: 1, micros }, { ...terms, ...change }, incidents)).toEqual(findings);
});

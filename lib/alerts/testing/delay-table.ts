// The table of docs/alerts.md: how long it takes to find a change.
import { type Delay, delayOf } from "./simulate";

const RUNS = 31;
const changes = [
  { limit: 0.01, from: 0.01, to: 0.05 },
  { limit: 0.02, from: 0.01, to: 0.05 },
  { limit: 0.02, from: 0.01, to: 0.2 },
  { limit: 0.05, from: 0.05, to: 0.1 },
  { limit: 0.05, from: 0.02, to: 0.5 },
  { limit: null, from: 0.01, to: 0.05 },
  { limit: null, from: 0.05, to: 0.1 },
] as const;
const hourly = [10, 100, 1000] as const;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function time({ minutes }: Delay): string {
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

export function delayTable(): string {
  const head = ["Limit", "Change", ...hourly.map((perHour) => `${perHour.toLocaleString("en")} an hour`)];
  const rows = changes.map(({ limit, from, to }) => [
    limit === null ? "Week before" : percent(limit),
    `${percent(from)} to ${percent(to)}`,
    ...hourly.map((perHour) => {
      const delay = delayOf({ perHour, from, to, limit }, RUNS);
      if (delay.requests === Infinity) return "not found";
      return `${delay.requests.toLocaleString("en")} (${time(delay)})`;
    }),
  ]);
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

// How often the 95 % intervals on the screens hold the truth, over rows and rates.
//   npm run bench intervals [samples] [samples of those from resamples] [a part of the studies' names]
import { randomOf } from "@/lib/evaluation/statistics/testing/random";
import { studies } from "@/lib/evaluation/statistics/testing/studies";
import {
  BAND,
  type Coverage,
  coverageOf,
  NEIGHBOURHOODS,
  neighbourhoodMeans,
  RATES,
  type Study,
} from "@/lib/evaluation/statistics/testing/study";
import { out } from "./print";

const samples = Number(process.argv[2] ?? 2000);
const resampled = Number(process.argv[3] ?? 200);
const part = process.argv[4] ?? "";
const ROWS = [5, 10, 15, 20, 30, 40, 60, 100, 300, 1000];
const percent = (share: number): string => (100 * share).toFixed(1);

/** Twice the standard error of a mean over the fewest rates that a neighbourhood has. */
const noise = (count: number): number => 2 * Math.sqrt((0.95 * 0.05) / (5 * count));

function lineOf(all: readonly Coverage[], count: number): string {
  const averages = neighbourhoodMeans(all);
  if (averages.every((mean) => mean === null)) return "not drawn";
  const drawn = all.reduce((sum, one) => sum + one.drawn, 0) / all.length;
  const least = Math.min(...all.flatMap(({ coverage }) => coverage ?? []));
  const isOut = averages.some(
    (mean) => mean !== null && (mean < BAND.low - noise(count) || mean > BAND.high + noise(count)),
  );
  if (isOut) process.exitCode = 1;
  const shown = averages.map((mean) => (mean === null ? "–" : percent(mean)).padStart(5)).join(" ");
  return `${shown}  least ${percent(least)}, drawn ${percent(drawn)}${isOut ? "  OUT OF THE BAND" : ""}`;
}

function tell(study: Study): void {
  const figures = new Map<string, string[]>();
  for (const rows of ROWS) {
    const random = randomOf(`${study.name} ${rows}`);
    const most = study.resamples ? resampled : samples;
    const count = Math.max(100, Math.round(most / Math.max(1, rows / 100)));
    const all = RATES.map((rate) => coverageOf(study, random, { rows, rate, samples: count }));
    for (const figure of new Set(all.flatMap((one) => [...one.keys()]))) {
      const line = lineOf(
        all.flatMap((one) => one.get(figure) ?? []),
        count,
      );
      figures.set(figure, [...(figures.get(figure) ?? []), `  ${String(rows).padStart(4)} rows: ${line}`]);
    }
  }
  for (const [figure, lines] of figures) {
    out(`\n${study.name}${figure === study.name ? "" : `: ${figure}`}`);
    for (const line of lines) out(line);
  }
}

out(
  `Coverage of 95 % intervals in percent: the mean over rates ${NEIGHBOURHOODS.map(({ name }) => name).join(", ")}; the least at one rate; how many samples had an interval`,
);
for (const study of studies) if (study.name.includes(part)) tell(study);

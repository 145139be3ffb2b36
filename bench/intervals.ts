// How often the 95 % intervals on the screens hold the truth, over rows and rates.
//   npm run bench intervals [samples] [samples of those from resamples]
import { coverageOf, RATES, studies } from "@/lib/evaluation/statistics/testing/coverage";
import { randomOf } from "@/lib/evaluation/statistics/testing/random";

const samples = Number(process.argv[2] ?? 1000);
const resampled = Number(process.argv[3] ?? 200);
const ROWS = [5, 8, 10, 15, 20, 30, 40, 60, 100, 300, 1000];
const out = (line: string) => process.stdout.write(`${line}\n`);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

out(
  "Coverage of 95 % intervals over rates from 0.02 to 0.98: mean, least (at the rate), and how many samples had an interval",
);
for (const study of studies) {
  out(`\n${study.name}`);
  for (const rows of ROWS) {
    const random = randomOf(`${study.name} ${rows}`);
    const count = study.resamples ? resampled : Math.max(200, Math.round(samples / Math.max(1, rows / 100)));
    const all = RATES.map((rate) => ({ rate, ...coverageOf(study, random, rows, rate, count) }));
    const drawn = all.flatMap(({ rate, coverage }) => (coverage === null ? [] : [{ rate, coverage }]));
    const share = all.reduce((sum, one) => sum + one.drawn, 0) / all.length;
    if (drawn.length === 0) {
      out(`  ${String(rows).padStart(4)} rows: not drawn`);
      continue;
    }
    const mean = drawn.reduce((sum, { coverage }) => sum + coverage, 0) / drawn.length;
    const least = drawn.reduce((one, other) => (other.coverage < one.coverage ? other : one));
    const verdict = mean < 0.93 ? "TOO LOW" : mean > 0.98 ? "wide" : "";
    out(
      `  ${String(rows).padStart(4)} rows: ${percent(mean)}, least ${percent(least.coverage)} at ${least.rate}, drawn ${percent(share)} ${verdict}`.trimEnd(),
    );
    if (mean < 0.93) process.exitCode = 1;
  }
}

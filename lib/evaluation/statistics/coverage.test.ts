import { expect, test } from "vitest";
import { coverageOf, studies } from "./testing/coverage";
import { randomOf } from "./testing/random";

const RATES = [0.08, 0.26, 0.5, 0.74, 0.92];
const ROWS = [8, 20, 40, 100];

/** The mean over the rates; null where nothing is drawn. With few samples it can be off by two or three in a hundred. */
function meanCoverage(study: (typeof studies)[number], rows: number): number | null {
  const random = randomOf(`${study.name} ${rows}`);
  const all = RATES.map((rate) => coverageOf(study, random, rows, rate, study.resamples ? 40 : 300).coverage);
  const drawn = all.filter((coverage) => coverage !== null);
  return drawn.length === 0 ? null : drawn.reduce((sum, coverage) => sum + coverage, 0) / drawn.length;
}

test.each(studies.map((study) => [study.name, study] as const))(
  "%s holds the truth as often as it says",
  (_, study) => {
    for (const rows of ROWS) {
      const coverage = meanCoverage(study, rows);
      if (coverage === null) continue;
      expect(coverage, `${rows} rows`).toBeGreaterThan(study.resamples ? 0.9 : 0.92);
      // So few values can come out of a small sample that an interval which never covers too little must cover more.
      if (!study.isDiscrete && rows >= 20) expect(coverage, `${rows} rows`).toBeLessThan(0.98);
    }
  },
);

import { expect, test } from "vitest";
import { randomOf } from "./testing/random";
import { studies } from "./testing/studies";
import { BAND, type Coverage, coverageOf, neighbourhoodMeans, RATES } from "./testing/study";

const ROWS = [10, 20, 40, 100];

// With few samples a mean over five rates or more can be off by so much: three standard errors, and rounding.
const noise = (samples: number): number => 3.2 * Math.sqrt((0.95 * 0.05) / (5 * samples));

test.each(studies.map((study) => [study.name, study] as const))(
  "%s: intervals have the coverage that they claim",
  (_, study) => {
    const samples = study.resamples ? 12 : 300;
    for (const rows of ROWS) {
      const random = randomOf(`${study.name} ${rows}`);
      const all = RATES.map((rate) => coverageOf(study, random, { rows, rate, samples }));
      for (const figure of all[0]?.keys() ?? []) {
        const coverages = all.flatMap((one): Coverage[] => [...(one.has(figure) ? [one.get(figure) as Coverage] : [])]);
        for (const mean of neighbourhoodMeans(coverages).filter((one) => one !== null)) {
          expect(mean, `${figure}, ${rows} rows`).toBeGreaterThan(BAND.low - noise(samples));
          expect(mean, `${figure}, ${rows} rows`).toBeLessThan(BAND.high + noise(samples));
        }
      }
    }
  },
);

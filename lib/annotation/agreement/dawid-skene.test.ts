import { describe, expect, test } from "vitest";
import { groupBy } from "@/lib/group-by";
import {
  type AnsweredItems,
  accuracyOf,
  type ConsensusModel,
  fitDawidSkene,
  posteriorOf,
  uncertainty,
} from "./dawid-skene";
import { seededRandom } from "./random";

/** Dawid & Skene (1979), table 1: for each of 45 patients three answers of observer 1 and one of each of the four others. */
const table = `1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223
  2322223 4444444 2223343 1111111 2223212 1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222
  2212222 1111111 1111111 2322222 1111111 1111111 1121121 1111111 3333233 1111111 2222222 2223232 4334343 2212232
  2323233 3333432 1111111 1111111 1212111 2322222 1211111 2222222`;
const OBSERVERS = [0, 0, 0, 1, 2, 3, 4];
const patients: AnsweredItems[] = table.split(/\s+/).map((answers) => ({
  items: 1,
  answers: [...answers].map((answer, index) => [OBSERVERS[index] ?? -1, Number(answer) - 1] as const),
}));
const rounded = (numbers: readonly number[]) => numbers.map((number) => Math.round(number * 100) / 100 || 0);

describe("the anaesthetists of Dawid and Skene (1979)", () => {
  const model = fitDawidSkene(patients, { annotators: 5, categories: 4 }, { pseudoAnswers: 0 });

  test("the shares of the categories are as published", () => {
    expect(patients).toHaveLength(45);
    expect(model.converged).toBe(true);
    expect(rounded(model.prevalence)).toEqual([0.4, 0.42, 0.11, 0.07]);
  });

  test.each([
    [
      1,
      [
        [0.89, 0.11, 0, 0],
        [0.07, 0.88, 0.05, 0],
        [0, 0.34, 0.66, 0],
        [0, 0, 0.56, 0.44],
      ],
    ],
    [
      2,
      [
        [0.83, 0.17, 0, 0],
        [0.05, 0.63, 0.31, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 1],
      ],
    ],
    [
      3,
      [
        [1, 0, 0, 0],
        [0.11, 0.79, 0.11, 0],
        [0, 0.4, 0.2, 0.4],
        [0, 0, 0.67, 0.33],
      ],
    ],
    [
      4,
      [
        [0.94, 0.06, 0, 0],
        [0.05, 0.84, 0.1, 0],
        [0, 0, 0.8, 0.2],
        [0, 0, 0.33, 0.67],
      ],
    ],
    [
      5,
      [
        [1, 0, 0, 0],
        [0.16, 0.73, 0.11, 0],
        [0, 0.21, 0.79, 0],
        [0, 0, 0.33, 0.67],
      ],
    ],
  ])("the error rates of observer %i are as published", (observer, matrix) =>
    expect(model.confusions[observer - 1]?.map(rounded)).toEqual(matrix),
  );

  test("all but a few patients are certain", () => {
    const open = model.posteriors.flatMap((posterior, index) => (Math.max(...posterior) < 0.99 ? index + 1 : []));
    expect(open).toEqual([7, 35, 38]);
    expect(rounded(model.posteriors[34] ?? [])).toEqual([0, 0.95, 0.05, 0]);
    expect(rounded(model.posteriors[37] ?? [])).toEqual([0, 0.02, 0.98, 0]);
  });

  test("patients with the same answers can be combined into one group", () => {
    const groups = [...groupBy(patients, ({ answers }) => JSON.stringify(answers)).values()].map((alike) => ({
      items: alike.length,
      answers: alike[0]?.answers ?? [],
    }));
    const grouped = fitDawidSkene(groups, { annotators: 5, categories: 4 }, { pseudoAnswers: 0 });
    expect(groups.length).toBeLessThan(45);
    expect(grouped.logLikelihood).toBeCloseTo(model.logLikelihood, 8);
  });
});

test("finds annotators' error rates, including one who mostly answers wrongly", () => {
  const random = seededRandom("annotators");
  const accuracy = [0.95, 0.8, 0.7, 0.15];
  const items = Array.from({ length: 2000 }, () => {
    const truth = Number(random() < 0.3);
    const answers = accuracy.map((chance, annotator) => [annotator, random() < chance ? truth : 1 - truth] as const);
    return { items: 1, answers };
  });
  const model = fitDawidSkene(items, { annotators: 4, categories: 2 }, { pseudoAnswers: 1 });
  expect(model.prevalence[1]).toBeCloseTo(0.3, 1);
  for (const [annotator, chance] of accuracy.entries())
    expect(Math.abs(accuracyOf(model, annotator) - chance)).toBeLessThan(0.03);
});

test("one answer gives no extreme estimate, and an item without answers gets the shares of the categories", () => {
  const agreed = [0, 1].map((annotator) => [annotator, 0] as const);
  const groups = [
    { items: 20, answers: agreed },
    { items: 1, answers: [[2, 1] as const] },
  ];
  const model = fitDawidSkene(groups, { annotators: 3, categories: 2 }, { pseudoAnswers: 1 });
  expect(Math.min(...model.confusions.flat(2))).toBeGreaterThan(0);
  expect(model.posteriors[1]?.[1]).toBeGreaterThan(0.01);
  expect(model.posteriors[1]?.[1]).toBeLessThan(0.9);
  expect(posteriorOf(model)([]).posterior[0]).toBeCloseTo(model.prevalence[0] ?? 0, 12);
});

test("the likelihood may fall during fitting, because the steps maximize likelihood and prior together", () => {
  const answers = [
    [
      [0, 2],
      [2, 2],
      [1, 2],
    ],
    [
      [1, 1],
      [0, 3],
      [2, 0],
    ],
    [
      [1, 1],
      [0, 1],
      [2, 1],
    ],
  ] as const;
  const groups = answers.map((of) => ({ items: 1, answers: of }));
  const model = fitDawidSkene(groups, { annotators: 3, categories: 4 }, { pseudoAnswers: 1 });
  expect(model.converged).toBe(true);
  expect(model.posteriors[1]?.map((chance) => chance.toFixed(3))).toEqual(["0.011", "0.977", "0.001", "0.011"]);
});

/** A queue of 3 to 60 items with 2 to 5 values, answered by 2 to 6 annotators of different accuracy. */
function randomQueue(seed: string) {
  const random = seededRandom(seed);
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const [annotators, categories] = [whole(2, 6), whole(2, 5)];
  const accuracy = Array.from({ length: annotators }, () => 0.4 + 0.55 * random());
  const groups = Array.from({ length: whole(3, 60) }, () => {
    const truth = Math.floor(random() * random() * categories);
    const answers = accuracy.flatMap((chance, annotator) =>
      random() < 0.7 ? [[annotator, random() < chance ? truth : whole(0, categories - 1)] as const] : [],
    );
    return { items: 1, answers };
  });
  return { groups, size: { annotators, categories } };
}

test.each(Array.from({ length: 48 }, (_, index) => [index]))("random queue %i converges to a fixed point", (index) => {
  const { groups, size } = randomQueue(`queue ${index}`);
  const model = fitDawidSkene(groups, size, { pseudoAnswers: 1, mostIterations: 5000 });
  expect(model.converged).toBe(true);
  const change = (after: ConsensusModel["posteriors"]) =>
    Math.max(
      ...model.posteriors.flatMap((posterior, item) =>
        posterior.map((p, of) => Math.abs(p - (after[item]?.[of] ?? -1))),
      ),
    );
  expect(change(groups.map(({ answers }) => posteriorOf(model)(answers).posterior))).toBeLessThan(1e-5);
});

test("stops at its limit, and says whether it converged", () => {
  const fit = fitDawidSkene(patients, { annotators: 5, categories: 4 }, { pseudoAnswers: 0, mostIterations: 2 });
  expect([fit.iterations, fit.converged]).toEqual([2, false]);
  expect(fitDawidSkene([], { annotators: 0, categories: 2 }, { pseudoAnswers: 1 }).prevalence).toEqual([0.5, 0.5]);
});

test.each([
  [[1, 0], 0],
  [[0.5, 0.5], 1],
  [[0.25, 0.25, 0.25, 0.25], 1],
  [[1], 0],
])("the uncertainty of %j is %d", (posterior, open) => expect(uncertainty(posterior)).toBeCloseTo(open, 12));

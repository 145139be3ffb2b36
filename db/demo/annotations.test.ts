import { describe, expect, test } from "vitest";
import { annotate, annotatedCount, annotators, remarks, type SeededAnnotation } from "./annotations";
import { conversations } from "./conversations";
import { instructions, labels, problems } from "./labels";

const now = new Date("2026-03-18T09:30:00Z");
const annotations = annotate(conversations, now);
const batch = conversations.slice(0, annotatedCount);
const flawOf = new Map(batch.map(({ id, flaw }) => [id, flaw]));
const by = (annotator: number) => annotations.filter((annotation) => annotation.annotator === annotator);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const stars = (rows: SeededAnnotation[]) => rows.map(({ values }) => values.Helpfulness.rating);
const pairKey = ({ conversationId, annotator }: SeededAnnotation) => `${conversationId}/${annotator}`;

test("each annotator annotated each of the first conversations exactly once", () => {
  const expected = annotators.flatMap((_, annotator) => batch.map(({ id }) => `${id}/${annotator}`));
  expect(annotations.map(pairKey)).toEqual(expected);
});

test("the same arguments give the same annotations, and another day only moves the dates", () => {
  expect(annotate(conversations, now)).toEqual(annotations);
  const later = annotate(conversations, new Date("2026-07-05T22:00:00Z"));
  expect(later.map(({ at: _, ...rest }) => rest)).toEqual(annotations.map(({ at: _, ...rest }) => rest));
  expect(later.map(({ at }) => at)).not.toEqual(annotations.map(({ at }) => at));
});

test("works with few conversations, and with none", () => {
  expect(annotate([], now)).toEqual([]);
  expect(annotate(conversations.slice(0, 3), now)).toHaveLength(9);
});

describe("values are valid for their labels", () => {
  const [star, , , comment] = labels;

  test.each(annotations.map((annotation) => [pairKey(annotation), annotation.values] as const))("%s", (_, values) => {
    expect(labels.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(values)));
    const { rating } = values.Helpfulness;
    expect(Number.isInteger(rating) && rating >= 1 && rating <= star.settings.no_of_stars).toBe(true);
    expect(["up", "down"]).toContain(values["Policy followed"].value);
    const { selected } = values.Problems;
    expect(selected.length).toBeGreaterThan(0);
    expect(new Set(selected).size).toBe(selected.length);
    expect(problems).toEqual(expect.arrayContaining(selected));
    if (selected.includes("None")) expect(selected).toEqual(["None"]);
    if (selected.includes("Off policy")) expect(values["Policy followed"].value).toBe("down");
    if (selected.includes("None")) expect(values["Policy followed"].value).toBe("up");
    const length = values.Comment?.text.length ?? 1;
    expect(length).toBeGreaterThan(comment.settings.min_length);
    expect(length).toBeLessThanOrEqual(comment.settings.max_length);
  });
});

describe("the annotators behave like people", () => {
  const good = (rows: SeededAnnotation[]) => rows.filter(({ conversationId }) => flawOf.get(conversationId) === null);
  const flawed = (rows: SeededAnnotation[]) => rows.filter(({ conversationId }) => flawOf.get(conversationId) !== null);

  test("every annotator gives flawed replies fewer stars than good ones", () => {
    for (const annotator of annotators.keys()) {
      expect(mean(stars(good(by(annotator)))) - mean(stars(flawed(by(annotator))))).toBeGreaterThan(1);
    }
  });

  test("Maya is the strictest and Tomás the mildest", () => {
    const [maya = 0, tomas = 0, priya = 0] = [...annotators.keys()].map((annotator) => mean(stars(by(annotator))));
    expect(maya).toBeLessThan(priya);
    expect(priya).toBeLessThan(tomas);
  });

  test.each([
    ["Policy followed", 0.75, 0.97],
    ["Helpfulness", 0.2, 0.7],
  ] as const)("any two annotators often agree on %s, but not always", (label, least, most) => {
    const judged = [...annotators.keys()].map((annotator) =>
      by(annotator).map(({ values }) => JSON.stringify(values[label])),
    );
    for (const [first, second] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const same = batch.map((_, index) => Number(judged[first]?.[index] === judged[second]?.[index]));
      expect(mean(same)).toBeGreaterThan(least);
      expect(mean(same)).toBeLessThan(most);
    }
  });

  test("there are at least 20 different comments, and every remark belongs to an annotated conversation", () => {
    const comments = annotations.flatMap(({ values }) => values.Comment?.text ?? []);
    expect(new Set(comments).size).toBeGreaterThanOrEqual(20);
    expect(comments.length).toBeLessThan(annotations.length);
    for (const id of [...Object.keys(remarks.comments), ...Object.keys(remarks.notes)])
      expect(flawOf.has(id)).toBe(true);
    expect(annotations.some(({ note }) => note !== undefined)).toBe(true);
  });
});

test("work follows the order of items, on working days of the last two weeks, whatever today is", () => {
  for (let day = 0; day < 28; day += 1) {
    const today = new Date(now.getTime() + day * 86_400_000 + day * 2_000_000);
    const times = annotate(conversations, today);
    for (const annotator of annotators.keys()) {
      const mine = times.filter((annotation) => annotation.annotator === annotator);
      expect(mine.map(({ at }) => at.getTime())).toEqual(mine.map(({ at }) => at.getTime()).toSorted((a, b) => a - b));
      const days = new Set(mine.map(({ at }) => at.toISOString().slice(0, 10)));
      expect(days.size).toBe(annotators[annotator]?.sessions);
    }
    for (const { at } of times) {
      expect(at < today && at.getTime() > today.getTime() - 14 * 86_400_000).toBe(true);
      expect([1, 2, 3, 4, 5]).toContain(at.getUTCDay());
    }
  }
});

test("lead times are realistic for reading, and do not overlap", () => {
  for (const { leadSeconds } of annotations) {
    expect(Number.isInteger(leadSeconds)).toBe(true);
    expect(leadSeconds).toBeGreaterThan(15);
    expect(leadSeconds).toBeLessThan(400);
  }
  for (const annotator of annotators.keys()) {
    const mine = by(annotator);
    for (const [index, { at, leadSeconds }] of mine.entries()) {
      const previous = mine[index - 1]?.at.getTime() ?? Number.NEGATIVE_INFINITY;
      expect(at.getTime() - previous).toBeGreaterThanOrEqual(leadSeconds * 1000);
    }
  }
});

test("the guideline has 90 to 150 words", () => {
  const count = instructions.split(/\s+/).length;
  expect(count).toBeGreaterThan(90);
  expect(count).toBeLessThan(150);
});

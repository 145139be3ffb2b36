import { expect, test } from "vitest";
import { categories, counts, raters, ratings, subjects } from "./fleiss";

const subjectRatings = (subject: number) => ratings().filter((rating) => rating.subject === subject);

test("thirty subjects have six ratings each, one from each rater", () => {
  expect(ratings()).toHaveLength(180);
  for (const { subject } of subjects) {
    expect(
      subjectRatings(subject)
        .map(({ rater }) => rater)
        .toSorted(),
    ).toEqual([0, 1, 2, 3, 4, 5]);
  }
});

test("the ratings add up to the published counts", () => {
  const tallied = subjects.map(({ subject }) =>
    categories.map((category) => subjectRatings(subject).filter((rating) => rating.category === category).length),
  );
  expect(tallied).toEqual(counts);
});

test("the share of each category matches the published one", () => {
  const shares = categories.map((category) => ratings().filter((rating) => rating.category === category).length / 180);
  expect(shares.map((share) => share.toFixed(3))).toEqual(["0.144", "0.144", "0.167", "0.306", "0.239"]);
});

test("kappa matches the published 0.430", () => {
  const agreements = subjects.map(({ subject }) => {
    const ratingsOfSubject = subjectRatings(subject);
    const pairs = ratingsOfSubject.flatMap((first) =>
      ratingsOfSubject.filter((second) => second.rater !== first.rater).map((second) => [first, second]),
    );
    return pairs.filter(([first, second]) => first?.category === second?.category).length / pairs.length;
  });
  const observed = agreements.reduce((sum, agreement) => sum + agreement, 0) / subjects.length;
  const expected = categories.reduce((sum, category) => {
    const share = ratings().filter((rating) => rating.category === category).length / (subjects.length * raters);
    return sum + share ** 2;
  }, 0);
  expect(observed.toFixed(4)).toBe("0.5556");
  expect(expected.toFixed(4)).toBe("0.2199");
  expect(((observed - expected) / (1 - expected)).toFixed(3)).toBe("0.430");
});

test("raters are interchangeable: each gave about a sixth of the ratings in every category", () => {
  for (const category of categories) {
    const inCategory = ratings().filter((rating) => rating.category === category);
    for (let rater = 0; rater < raters; rater += 1) {
      const own = inCategory.filter((rating) => rating.rater === rater).length;
      expect(Math.abs(own - inCategory.length / raters)).toBeLessThanOrEqual(4);
    }
  }
});

test("a subject's description only names its row in the source", () => {
  expect(subjects[6]).toEqual({
    subject: 7,
    title: "Patient 7",
    description: expect.stringMatching(
      /^Patient 7 of 30: diagnosis by six psychiatrists, row 7 of the source's table\./,
    ),
  });
});

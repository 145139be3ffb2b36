import { describe, expect, it } from "vitest";
import type { Answers } from "./answers";
import { changesBetween, countersOf } from "./counters";
import { agreementFor } from "./for-label";
import type { AgreementLabel } from "./kept-counts";
import { seededRandom } from "./random";
import type { Tally } from "./tally";
import { addUnit, applyChanges, emptyTally, removeUnit, tallyOf } from "./testing";

const labels: readonly (AgreementLabel & { values: readonly string[] })[] = [
  { type: "text", multiChoice: false, scale: [], values: ["yes", "no", "a|b:c", '["x"]'] },
  { type: "numeric", multiChoice: false, scale: [], values: ["0", "2.5", "-3", "10", "1000"] },
  { type: "categorical", multiChoice: false, scale: ["A", "B", "C"], values: ["A", "B", "C"] },
  { type: "categorical", multiChoice: true, scale: ["a", "b"], values: ['["a"]', '["a","b"]', '["b"]'] },
  { type: "star", multiChoice: false, scale: ["1", "2", "3", "4", "5"], values: ["1", "2", "3", "4", "5"] },
  { type: "thumbs_up_down", multiChoice: false, scale: ["down", "up"], values: ["up", "down"] },
];
const annotators = ["ann", "bob", "cy", "dee", "eve"];
const nobody: Answers = new Map();

/** Random submissions, changes of mind and withdrawals on a few items, the counters following each one. */
function edited(label: (typeof labels)[number], seed: string, edits: number): { tally: Tally; items: Answers[] } {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[], otherwise: T): T => list[Math.floor(random() * list.length)] ?? otherwise;
  const items: Answers[] = Array.from({ length: 12 }, () => nobody);
  let tally = emptyTally;
  for (let edit = 0; edit < edits; edit++) {
    const item = Math.floor(random() * items.length);
    const before = items[item] ?? nobody;
    const after = new Map(before);
    const annotator = pick(annotators, "ann");
    if (random() < 0.25) after.delete(annotator);
    else after.set(annotator, pick(label.values, "0"));
    tally = applyChanges(tally, changesBetween(countersOf[label.type], before, after));
    items[item] = after;
  }
  return { tally, items };
}

describe.each(labels)("counters of $type, multiple choice $multiChoice", (label) => {
  const counters = countersOf[label.type];

  it.each(["first", "second", "third"])("match a fresh count after any edits (%s)", (seed) => {
    const { tally, items } = edited(label, seed, 300);
    const fresh = tallyOf(counters, items);
    expect(tally).toEqual(fresh);
    expect(fresh.shape.size).toBeGreaterThan(1);
    expect(agreementFor(label, tally, "s", 20)).toEqual(agreementFor(label, fresh, "s", 20));
  });

  it("return to empty when every item is removed", () => {
    const { tally, items } = edited(label, "all out", 100);
    expect(items.reduce((rest, answers) => removeUnit(rest, counters, answers), tally)).toEqual(emptyTally);
  });

  it("leave the old tally unchanged", () => {
    const before = tallyOf(counters, [new Map([["ann", label.values[0] ?? ""]])]);
    const copy = structuredClone(before);
    addUnit(before, counters, new Map([["bob", label.values[1] ?? ""]]));
    expect(before).toEqual(copy);
  });
});

describe("changesBetween", () => {
  const three = new Map([
    ["cy", "A"],
    ["ann", "A"],
    ["bob", "B"],
  ]);

  it("is empty if nothing changed, whatever the order of answers", () => {
    expect(changesBetween(countersOf.star, three, new Map([...three].reverse()))).toEqual([]);
  });

  it("only touches pairs of the annotator who changed", () => {
    const changes = changesBetween(["cell", "pair"], three, new Map([...three, ["bob", "A"]]));
    expect(changes.map(({ counter, key, by }) => `${counter} ${key} ${by}`).sort()).toEqual([
      'cell ["ann","bob","A","A"] 1',
      'cell ["ann","bob","A","B"] -1',
      'cell ["bob","cy","A","A"] 1',
      'cell ["bob","cy","B","A"] -1',
      'pair ["ann","bob","1","1"] 1',
      'pair ["ann","bob","1","2"] -1',
      'pair ["bob","cy","1","1"] 1',
      'pair ["bob","cy","1","2"] -1',
    ]);
  });

  it("keeps values distinct that look alike when joined", () => {
    const keys = [new Map([["ann", "A:2|B"]]), new Map([["ann", 'A","B']])].map(
      (answers) => changesBetween(["pattern"], nobody, answers)[0]?.key,
    );
    expect(keys).toEqual(['[["A:2|B",1]]', '[["A\\",\\"B",1]]']);
  });

  it("contains no text, only how many are equal", () => {
    const changes = changesBetween(countersOf.text, nobody, three);
    expect(changes[0]).toEqual({ counter: "shape", key: '[["1",2],["2",1]]', by: 1 });
    expect(JSON.stringify(changes)).not.toMatch(/"[AB]\\?"/);
  });

  it("subtracts decimals exactly as they were added", () => {
    const answers = new Map([
      ["ann", "0.1"],
      ["bob", "0.2"],
    ]);
    const sum = (changes: readonly { key: string; by: number }[], key: string) =>
      changes.filter((change) => change.key === key).map(({ by }) => by);
    const changed = changesBetween(["moment"], answers, new Map([...answers, ["ann", "0.3"]]));
    expect(sum(changed, '[["ann","bob"],"sum","ann"]')).toEqual([-0.1, 0.3]);
    expect(sum(changed, '[["ann","bob"],"sum","bob"]')).toEqual([]);
  });
});

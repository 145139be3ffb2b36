// Test tables for metrics: inputs, and the score or the reason for none.
import { expect, it } from "vitest";
import { computedTemplates } from "../index";
import type { Inputs, Params } from "../template";
import type { World } from "../world";

/** A score (to four digits), or the reason if there is none. */
type Case = readonly [what: string, inputs: Inputs, expected: number | RegExp, params?: Params];

export function templateOf(name: string) {
  const found = computedTemplates.find((template) => template.name === name);
  if (!found) throw new Error(`No template is named ${name}.`);
  return found;
}

export function cases(name: string, table: readonly Case[], world: World = {}): void {
  for (const [what, inputs, expected, params] of table)
    it(`${name}: ${what}`, async () => {
      const outcome = await templateOf(name).compute(inputs, params, world);
      expect(outcome).toEqual(
        expected instanceof RegExp
          ? { score: null, unscored: expect.stringMatching(expected) }
          : { score: expect.closeTo(expected, 4), reason: expect.stringMatching(/\S{2}/) },
      );
    });
}

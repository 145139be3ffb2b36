/** A published value of a metric and how ours is computed, so that anyone can check the two. */
export interface Vector {
  readonly what: string;
  readonly source: string;
  readonly expected: number;
  /** Half a unit of the last published digit. */
  readonly tolerance: number;
  readonly actual: () => number | Promise<number>;
}

/** Published values of one source. */
export const publishedIn = (
  source: string,
  tolerance: number,
  values: readonly (readonly [what: string, expected: number, actual: () => number | Promise<number>])[],
): Vector[] => values.map(([what, expected, actual]) => ({ what, source, expected, tolerance, actual }));

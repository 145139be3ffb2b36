import { remaining, take } from "./fixed-window";
import { lookUp } from "./look-up";
import type { Script } from "./script";

/** Every script that the product runs, by its hash. */
export const scripts: ReadonlyMap<string, Script> = new Map(
  [lookUp, take, remaining].map((script) => [script.hash, script]),
);

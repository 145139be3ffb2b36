import { remaining, take } from "./fixed-window";
import { hold } from "./hold";
import { lookUp } from "./look-up";
import { keepResponse, readResponses } from "./responses";
import type { Script } from "./script";
import { settle } from "./settle";

/** Every script that the product runs, by its hash. */
export const scripts: ReadonlyMap<string, Script> = new Map(
  [lookUp, take, remaining, hold, settle, keepResponse, readResponses].map((script) => [script.hash, script]),
);

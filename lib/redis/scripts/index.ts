import { hold } from "./hold";
import { limit } from "./limit";
import { lookUp } from "./look-up";
import { keepResponse, readResponses } from "./responses";
import type { Script } from "./script";
import { settle } from "./settle";

/** Every script that the product runs, by its hash. */
export const scripts: ReadonlyMap<string, Script> = new Map(
  [lookUp, limit, hold, settle, keepResponse, readResponses].map((script) => [script.hash, script]),
);

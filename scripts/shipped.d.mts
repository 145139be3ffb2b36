import type { Lock } from "./packages.mjs";

export function readLock(): Lock;
/** The packages, as paths of the lock file, that a build of these modules takes in. */
export function builtInto(modules: readonly string[]): Promise<string[]>;
/** Every package that reaches those who run or open Assay, as paths of the lock file. */
export function shippedPackages(lock?: Lock): Promise<string[]>;

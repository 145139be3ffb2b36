type Part = "screens" | "routes" | "program";
/** A digest of all that goes into a part; `screens` unless said otherwise. */
export function hashSources(root: string, part?: Part): string;
/** Whether the part was built of what its sources are now. */
export function isBuilt(root: string, part: Part): boolean;
/** Notes of which sources a part was built; null before a build. */
export function markBuilt(root: string, part: Part, hash: string | null): void;

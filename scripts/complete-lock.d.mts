interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string>; dev?: boolean }>;
}
/** The lock's optional packages that have no entry of their own, with their versions and platforms. */
export function missingOptionals(lock: Lock): { name: string; version: string; dev?: boolean }[];

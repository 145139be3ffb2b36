export interface Lock {
  packages: Record<
    string,
    {
      version?: string;
      license?: string;
      dev?: boolean;
      optional?: boolean;
      hasInstallScript?: boolean;
      dependencies?: Record<string, string>;
      optionalDependencies?: Record<string, string>;
    }
  >;
}
/** The paths of these packages of the project and of all that they need, without optional ones unless `optional` is true. */
export function packagesBelow(lock: Lock, names: readonly string[], options?: { optional?: boolean }): string[];

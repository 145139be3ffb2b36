import nextEnv from "@next/env";

/** Reads the `.env` files of a folder as Next does, without a word unless one cannot be read. */
export function loadEnvironment(root: string, dev: boolean): void {
  nextEnv.loadEnvConfig(root, dev, { info: () => undefined, error: (message) => process.stderr.write(`${message}\n`) });
}

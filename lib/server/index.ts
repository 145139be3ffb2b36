// The programs that the scripts run, each in its own process. Nothing is loaded before its process has prepared its environment.
import type { MainOptions, Started } from "./main";
import type { OneWorker } from "./workers";

export const main = async (options: MainOptions): Promise<Started> => (await import("./main")).main(options);

/** Loads what `main` runs in place of an ended server, for a process that stands by. */
export const load = async (): Promise<void> => {
  await Promise.all([
    import("./main"),
    import("@/inngest/index"),
    import("./http-server"),
    import("./screens/start"),
    import("@/lib/embedded/postgres"),
    import("@/lib/embedded/redis/start"),
    import("@/lib/embedded/jobs/start"),
    import("@/lib/provisioning/provision"),
  ]);
};

export const runWorker = async (options: OneWorker): Promise<void> => (await import("./worker")).runWorker(options);

/** Fails with a sentence, and ends this process with code 1. */
export const buildScreens = async ({
  root,
  routes,
}: Pick<MainOptions, "root"> & { routes: boolean }): Promise<void> => {
  const [{ build }, { asStartupError }] = await Promise.all([import("./build"), import("@/lib/startup-error")]);
  const log = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    log(
      (await build({ root, log, routes, smallest: true })) === "built"
        ? "Screens built"
        : "The screens have not changed",
    );
  } catch (error) {
    const known = asStartupError(error);
    if (!known) throw error;
    process.stderr.write(`${known.message}\n`);
    process.exitCode = 1;
  }
};

export const resealSecrets = async ({ root }: Pick<MainOptions, "root">): Promise<number> =>
  (await import("./reseal-secrets")).resealSecrets(root);

export const importOrganization = async (options: { root: string; path: string }): Promise<number> =>
  (await import("./import-organization")).importOrganization(options);

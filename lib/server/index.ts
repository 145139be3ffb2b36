// What the scripts run, each in a process of its own. Nothing is loaded before its process has prepared its environment.
import type { MainOptions } from "./main";
import type { OneWorker } from "./workers";

export const main = async (options: MainOptions): Promise<void> => (await import("./main")).main(options);

export const runWorker = async (options: OneWorker): Promise<void> => (await import("./worker")).runWorker(options);

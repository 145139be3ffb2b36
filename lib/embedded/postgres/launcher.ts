// PostgreSQL refuses to run as root, and must not outlive the process that started it.
// This file finds, for the machine at hand, the command prefix or the user id that gives both.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { systemVariables } from "@/lib/env/child";
import { StartupError } from "@/lib/startup-error";

const run = promisify(execFile);

/** The user and group "nobody" of most systems. */
const unprivilegedId = 65534;

export interface Launcher {
  /** The user id that the cluster's files must belong to; undefined where files have no such owner. */
  owner: number | undefined;
  /** Words that go before a program's path to run it as an allowed user. */
  prefix: string[];
  /** As `prefix`, and the kernel interrupts the program when this process dies; undefined where the kernel cannot. */
  boundPrefix: string[] | undefined;
  /** User and group for programs that are started without a prefix, if not the current ones. */
  identity: { uid: number; gid: number } | undefined;
}

const works = (commandLine: string[]): Promise<boolean> => {
  const [command = "", ...args] = commandLine;
  return run(command, [...args, "true"]).then(
    () => true,
    () => false,
  );
};

const bind = ["setpriv", "--pdeathsig", "INT"];

export async function findLauncher(): Promise<Launcher> {
  const owner = process.getuid?.();
  const isLinux = process.platform === "linux";
  if (owner !== 0) {
    const boundPrefix = isLinux && (await works(bind)) ? bind : undefined;
    return { owner, prefix: [], boundPrefix, identity: undefined };
  }
  // In a user namespace of its own the server is "nobody" while its files stay root's: this also works below /root.
  const id = String(unprivilegedId);
  const namespace = ["unshare", "--user", `--map-user=${id}`, `--map-group=${id}`];
  if (isLinux && (await works([...namespace, ...bind]))) {
    return { owner, prefix: namespace, boundPrefix: [...namespace, ...bind], identity: undefined };
  }
  const asUser = ["setpriv", "--reuid", id, "--regid", id, "--clear-groups"];
  const boundPrefix =
    isLinux && (await works([...asUser, ...bind.slice(1)])) ? [...asUser, ...bind.slice(1)] : undefined;
  return { owner: unprivilegedId, prefix: [], boundPrefix, identity: { uid: unprivilegedId, gid: unprivilegedId } };
}

/** Gives `path`, and all in it, to the user that the launcher's programs run as. */
export async function giveAway(launcher: Launcher, path: string): Promise<void> {
  if (launcher.owner === undefined) return;
  const { uid } = await stat(path);
  if (uid === launcher.owner) return;
  const group = launcher.identity?.gid ?? process.getgid?.() ?? launcher.owner;
  await run("chown", ["-R", `${launcher.owner}:${group}`, path]).catch((error: unknown) => {
    throw new StartupError(
      `${path} belongs to another user (uid ${uid}): start Assay as that user, or set ASSAY_DATA_DIR or DATABASE_URL.`,
      { cause: error },
    );
  });
}

/** Makes sure that the programs' user, if it is not the current one, gets to `directory` and to `program`. */
export async function assertReach({ identity }: Launcher, directory: string, program: string): Promise<void> {
  if (!identity) return;
  // The data directory admits its owner alone; let others pass through to this folder, without listing or reading theirs.
  const parent = dirname(directory);
  const { mode, uid } = await stat(parent);
  if (uid === 0 && (mode & 0o777) === 0o700) await chmod(parent, 0o711);
  const reach = 'cd "$1" && exec "$2" --version';
  try {
    await run("sh", ["-c", reach, "sh", directory, program], identity);
  } catch (error) {
    throw new StartupError(
      `PostgreSQL cannot run as root, and user ${identity.uid} has no access to ${directory} or ${program}: ` +
        "start Assay as an ordinary user, or set DATABASE_URL.",
      { cause: error },
    );
  }
}

/** Starts a program that ends when this process does, however that comes about; its output goes to the open file `log`. */
export function launchBound(launcher: Launcher, program: string, args: string[], log: number): ChildProcess {
  const [command = program, ...words] = [...(launcher.boundPrefix ?? []), program, ...args];
  const child = spawn(command, words, {
    stdio: ["ignore", log, log],
    // A session of its own: Ctrl-C in the terminal is for this process, which stops the server when it is done with it.
    // Windows needs none of it: there, Node's children are in a job object that the system ends with Node.
    detached: process.platform !== "win32",
    windowsHide: true,
    // Safe because NODE_ENV, which the type wants, means nothing to these programs.
    env: systemVariables() as NodeJS.ProcessEnv,
    ...(launcher.boundPrefix ? {} : launcher.identity),
  });
  if (!launcher.boundPrefix && process.platform !== "win32") watch(child);
  return child;
}

/** Without help from the kernel: a shell that waits for the end of a pipe from this process, then interrupts the child. */
function watch(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const watcher = spawn("sh", ["-c", 'read _; kill -INT "$1" 2>/dev/null', "sh", String(child.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  watcher.on("error", () => undefined);
  // Ended together with the server, so that it never signals a foreign process that got the same process id.
  child.once("exit", () => watcher.kill("SIGKILL"));
}

// The images as Docker builds and runs them. Only in CI, and where a Docker daemon and the base image can be had: it takes minutes
// and gigabytes. image.http.test.ts runs the same steps in a folder everywhere.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createDatabase } from "@/db/testing/database";
import { freePort } from "@/lib/embedded/postgres/server";

const root = join(import.meta.dirname, "../..");
const [, BASE = ""] = /^FROM (\S+) AS base$/m.exec(readFileSync(join(root, "Dockerfile"), "utf8")) ?? [];
const BUILD_MS = 900_000;

const docker = (...words: string[]): string =>
  execFileSync("docker", words, { cwd: root, encoding: "utf8", stdio: "pipe", timeout: BUILD_MS }).trim();

function succeeds(...words: string[]): boolean {
  try {
    docker(...words);
    return true;
  } catch {
    return false;
  }
}

const hasBuilder = (): boolean =>
  Boolean(process.env.CI) &&
  succeeds("info", "--format", "{{.ServerVersion}}") &&
  (succeeds("image", "inspect", BASE) || succeeds("pull", BASE));

/** Builds a stage, and starts it as compose.yaml does. Returns its address and the container's id. */
async function run(stage: "server" | "api") {
  const image = docker("build", "--quiet", "--target", stage, ".");
  const size = Number(docker("image", "inspect", "--format", "{{.Size}}", image));
  const base = Number(docker("image", "inspect", "--format", "{{.Size}}", BASE));
  process.stdout.write(
    `Image ${stage}: ${Math.round(size / 1e6)} MB, ${Math.round((size - base) / 1e6)} without Node\n`,
  );
  const { url, drop } = await createDatabase();
  const port = await freePort();
  const variables = [
    `DATABASE_URL=${url}`,
    "AUTH_SECRET=a secret for tests, long enough to be one",
    "ASSAY_DEMO=false",
    "HOST=127.0.0.1",
    `PORT=${port}`,
  ].flatMap((variable) => ["--env", variable]);
  const locked = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];
  const id = docker("run", "--detach", "--network", "host", ...locked, ...variables, image);
  onTestFinished(async () => {
    docker("rm", "--force", "--volumes", id);
    await drop();
  });
  const health = () => docker("inspect", "--format", "{{.State.Health.Status}}", id);
  await vi.waitFor(() => expect(health(), docker("logs", id)).toBe("healthy"), { timeout: 60_000, interval: 1000 });
  return { url: `http://127.0.0.1:${port}`, id };
}

/** Docker's own way to stop it: a signal, and ten seconds of patience. */
function stop(id: string): string {
  docker("stop", id);
  return docker("inspect", "--format", "{{.State.ExitCode}}", id);
}

describe.runIf(hasBuilder())("Docker images", () => {
  test("the server has its screens, cannot become root, and stops cleanly", { timeout: BUILD_MS }, async () => {
    const { url, id } = await run("server");
    const page = await fetch(`${url}/sign-in`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<form")]);
    expect(docker("exec", id, "id", "--user")).toBe("1000");
    expect(stop(id)).toBe("0");
  });

  test("the API image answers and stops cleanly", { timeout: BUILD_MS }, async () => {
    const { url, id } = await run("api");
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: "ready" });
    expect((await fetch(`${url}/v1/models`)).status).toBe(401);
    expect(stop(id)).toBe("0");
  });
});

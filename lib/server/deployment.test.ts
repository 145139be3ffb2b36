// The files in which others run Assay: Docker Compose's and systemd's.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { environment } from "@/lib/env";
import { checkEnvironment } from "@/lib/env/check";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Service {
  environment: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  volumes: string[];
  healthcheck?: object;
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
}

/** `${NAME:-otherwise}` and `${NAME:?message}`, as Compose reads them. */
const filled = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name, kind, rest) => values[name] ?? (kind === "-" ? rest : "?"));

test("compose.yaml sets only known settings and starts the server after its dependencies", () => {
  const { services, volumes } = parse(read("compose.yaml"));
  const assay: Service = services.assay;
  const secret = "b7a19f3c5d2e8046b7a19f3c5d2e8046";
  const settings = Object.fromEntries(
    Object.entries(assay.environment).map(([name, text]) => [
      name,
      filled(String(text), { AUTH_SECRET: secret, POSTGRES_PASSWORD: secret }),
    ]),
  );
  expect(Object.keys(environment.shape)).toEqual(expect.arrayContaining(Object.keys(settings)));
  expect(checkEnvironment(settings)).toMatchObject({ AUTH_SECRET: secret, REDIS_URL: "redis://redis:6379" });
  // So that every documented setting reaches the server. Compose still fills in `${…}` from the same file.
  expect(assay.env_file).toEqual([{ path: ".env", required: false }]);
  // A copy of .env.example has others, at which the container could not be reached or could not write.
  expect(settings).toMatchObject({ HOST: "0.0.0.0", PORT: "3000", ASSAY_DATA_DIR: "/data" });
  // These go before DATABASE_URL and REDIS_URL. An empty setting counts as none.
  const others = { DATABASE_DIRECT_URL: "", UPSTASH_REDIS_REST_URL: "", UPSTASH_REDIS_REST_TOKEN: "" };
  expect(settings).toMatchObject(others);
  expect(assay.stop_grace_period).toBe("25s");
  for (const name of Object.keys(assay.depends_on ?? {})) expect(services[name]).toHaveProperty("healthcheck");
  const mounted = Object.values<Service>(services).flatMap((each) => each.volumes.map((each) => each.split(":")[0]));
  expect(mounted.sort()).toEqual(Object.keys(volumes).sort());
});

const unit = "deploy/systemd/assay.service";

test("the systemd unit uses known settings and gives the server time to stop", () => {
  const text = read(unit);
  const all = (name: string) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value ?? "");
  for (const [name] of all("Environment").flatMap((line) => line.split(" ").map((pair) => pair.split("="))))
    expect(["NODE_ENV", "HOME", ...Object.keys(environment.shape)]).toContain(name);
  expect(Number(all("TimeoutStopSec")[0])).toBeGreaterThan(20);
  expect(all("ExecStart")).toEqual(["/usr/bin/node scripts/run.mjs --built"]);
  expect(all("StateDirectory")).toEqual(["assay"]);
  expect(all("Environment")).toContain("HOME=/var/lib/assay");
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.runIf(hasSystemd)("systemd finds no errors in the unit and little exposure", () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-unit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "assay.service");
  // Node is where this one is, not where the unit expects it.
  writeFileSync(path, read(unit).replace("/usr/bin/node", process.execPath));
  expect(execFileSync("systemd-analyze", ["verify", "--man=no", path], { encoding: "utf8" })).toBe("");
  const security = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", path]);
  expect(security.stdout.toString().trimEnd().split("\n").at(-1)).toMatch(/exposure level .* (?:[01]\.\d|2\.0) /);
});

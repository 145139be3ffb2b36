import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the process that serves the API loads no part of Next", async () => {
  const script = `
    import { createRequire } from "node:module";
    import { register } from "tsx/esm/api";
    register();
    await import("./lib/server/main.ts");
    await import("./lib/server/http-server.ts");
    await import("./lib/embedded/jobs/start.ts");
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    process.stdout.write(JSON.stringify(loaded.filter((path) => /node_modules.(next|react|react-dom).dist/.test(path))));
    process.exit();`;
  const options = { cwd: join(import.meta.dirname, "../.."), env: { ...process.env, NODE_ENV: "production" as const } };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], options);
  expect(JSON.parse(stdout)).toEqual([]);
});

// A disk that is really full, where a small one can be mounted: that takes root. lib/platform/health.http.test.ts plays it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { connect } from "./client";
import { isRefusedWrite } from "./outages/refused-writes";
import { takesWrites } from "./outages/takes-writes";
import { type OwnServer, startOwnServer } from "./testing/own-server";

const disk = mkdtempSync(join(tmpdir(), "assay-small-disk-"));
const isMounted = mount();
let server: OwnServer | undefined;
afterAll(async () => {
  await server?.stop();
  if (isMounted) execFileSync("umount", [disk]);
  rmSync(disk, { recursive: true });
});

function mount(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m,mode=0777", "tmpfs", disk], { stdio: "ignore" });
    return true;
  } catch {
    process.stdout.write("skipped: no small disk can be mounted here\n");
    return false;
  }
}

test.skipIf(!isMounted)("a full disk refuses writes, and accepts them again once there is space", async () => {
  server = await startOwnServer();
  mkdirSync(join(disk, "space"));
  writeFileSync(join(disk, "ballast"), Buffer.alloc(4 * 2 ** 20));
  const owner = connect(server.url, 1);
  // A tablespace, so that the log of the server has room: without that the server itself ends.
  await owner.db.execute(sql.raw(`create tablespace small location '${join(disk, "space")}'`));
  await owner.db.execute(sql`create database small tablespace small`);
  await owner.close();
  const { db, close } = connect(Object.assign(new URL(server.url), { pathname: "small" }).href, 4);
  await db.execute(sql`create table filled (what text)`);
  const megabyte = sql`insert into filled select repeat(md5(n::text), 32) from generate_series(1, 1024) as n`;
  let refusal: unknown;
  for (let written = 0; written < 24 && !refusal; written += 1) {
    expect(await takesWrites(db)).toBe(true);
    refusal = await db.execute(megabyte).then(
      () => undefined,
      (error: unknown) => error,
    );
  }
  expect(isRefusedWrite(refusal)).toBe(true);
  expect(await takesWrites(db)).toBe(false);
  expect(await db.execute(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  rmSync(join(disk, "ballast"));
  expect(await takesWrites(db)).toBe(true);
  await db.execute(megabyte);
  await close();
});

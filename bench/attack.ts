// 16 annotators at work while every operation is sent, at once and for a while, what costs it most: lists of 100,000
// entries and 10 MB of the cheapest values. What the annotators wait for, and what becomes of the server's memory.
//   npx tsx bench/attack.ts [seconds]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { contextOf, createCaller, createOrganization } from "@/db/testing/factories";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { placesOf } from "@/lib/http/testing/foreign-requests";
import { furnish } from "@/lib/http/testing/furnish";
import { operations } from "@/lib/operations";
import type { Orders } from "./attack/attackers";
import { ask, median } from "./client";
import { startEnvironment } from "./environment";
import { out } from "./print";
import { forgetPeak, memoryOf } from "./processes/process-memory";

const seconds = Number(process.argv[2] ?? 30);
const ANNOTATORS = 16;
const MOST_MS = 1000;

interface NextItem {
  result: { item: { id: string } | null };
}

const environment = await startEnvironment();
try {
  const { db } = environment;
  Object.assign(process.env, environment.variables); // making an API key tells the gateway of it
  const server = await environment.serve("assay-server.ts");
  const memory = () => memoryOf(environment.pidOf(server));
  const organization = await createOrganization(db);
  const people = await Promise.all(
    Array.from({ length: ANNOTATORS }, () => createCredentials(db, "Member", organization)),
  );
  const manager = await createCaller(db, organization, "Owner");
  const queue = await createTestQueue(manager, organization, {
    items: 20_000,
    annotators: people.map(({ userId }) => ({ ...manager, caller: { ...manager.caller, userId } })),
  });
  const attacker = await createCredentials(db);
  const own = await furnish(contextOf(db, attacker.organization, attacker.userId, "Owner"), "Attacked");
  // The gateway's own paths ask for a gateway's key, and refuse before they read.
  const targets: Orders["targets"] = operations
    .map(({ contract }) => contract)
    .filter(({ method, accepts, path }) => method !== "GET" && accepts !== "multipart" && !path.startsWith("/-/"))
    .map((contract) => {
      const [{ params = {} } = {}] = placesOf(contract, own);
      const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, slot: string) => params[slot] ?? "");
      return { name: contract.name, method: contract.method, path, ...bearer(attacker) };
    });

  let waits: number[] = [];
  let isOver = false;
  const base = `${server}/model-hub/annotation-queues/${queue.queue_id}/items`;
  const timed = async <T>(method: string, url: string, headers: Record<string, string>, body?: unknown): Promise<T> => {
    const start = performance.now();
    const answer = await ask<T>(method, url, headers, body);
    waits.push(performance.now() - start);
    return answer;
  };
  const work = people.map(async (person) => {
    const headers = bearer(person);
    while (!isOver) {
      const { result } = await timed<NextItem>("GET", `${base}/next-item/`, headers);
      if (!result.item) return;
      const item = `${base}/${result.item.id}`;
      const annotations = [{ label_id: queue.labelId, value: { rating: 4 } }];
      await timed("POST", `${item}/annotations/submit/`, headers, { annotations });
      await timed("POST", `${item}/complete/`, headers, {});
    }
  });
  const report = (when: string): number => {
    const sorted = [...waits].sort((left, right) => left - right);
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
    out(
      `${when}: ${sorted.length} requests of ${ANNOTATORS} annotators, median ${median(sorted).toFixed(0)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
    );
    waits = [];
    return sorted.at(-1) ?? 0;
  };

  const attackers = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "attack", "attackers.ts")], {
    env: {
      ...process.env,
      ...environment.variables,
      ATTACK: JSON.stringify({ url: server, seconds, targets }),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(attackers.stdout, "data");
  report("before");
  const before = await memory();
  await forgetPeak(environment.pidOf(server));
  attackers.stdout.on("data", (line: Buffer) => out(line.toString().trim()));
  await once(attackers, "exit");
  const longest = report("during");
  const { peakMb } = await memory();
  await wait(10_000);
  report("after");
  isOver = true;
  await Promise.all(work);
  const after = await memory();
  out(
    `the server's memory: ${before.nowMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} MB at most, ${after.nowMb.toFixed(0)} MB after`,
  );
  if (longest > MOST_MS) process.exitCode = 1;
} finally {
  await environment.stop();
}

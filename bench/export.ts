// A long queue as a file: Assay against the least server in interleaved rounds, and how much memory Assay's server takes.
//   npx tsx bench/export.ts [items] [rounds]
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { download, median } from "./client";
import { startEnvironment } from "./environment";
import { fillLongQueue } from "./long-queue";
import { out } from "./print";
import { forgetPeak, memoryOf } from "./processes/process-memory";

const items = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 3);
const ID_LENGTH = 36;

const environment = await startEnvironment();
try {
  const { db } = environment;
  const owner = await createCredentials(db);
  const queueId = await fillLongQueue(db, owner, items);
  const [least, assay] = [
    await environment.serve("least/export-server.ts"),
    await environment.serve("assay-server.ts"),
  ];
  const pid = environment.pidOf(assay);
  const address = `${assay}/model-hub/annotation-queues/${queueId}/export/?export_format=`;
  const headers = bearer(owner);

  /** What was taken, how fast, and how far the server's memory rose above where it stood. */
  async function measured(url: string, take?: (chunk: Buffer) => void) {
    const before = await memoryOf(pid);
    await forgetPeak(pid);
    const start = performance.now();
    let first = 0;
    const bytes = await download(url, headers, (chunk) => {
      first ||= performance.now() - start;
      take?.(chunk);
    });
    const seconds = (performance.now() - start) / 1000;
    const grownMb = (await memoryOf(pid)).peakMb - before.nowMb;
    const rate = bytes / 1e6 / seconds;
    return {
      rate,
      grownMb,
      first,
      text: `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s, ${rate.toFixed(1)} MB/s, first byte after ${first.toFixed(0)} ms`,
    };
  }

  out(`A queue of ${items} items as a file, ${rounds} rounds, medians`);
  await download(`${address}csv&status=pending`, headers); // code that has run once takes no more memory
  const found = { lines: -1, ids: createHash("sha256") }; // the header is a line as well
  let line = "";
  const checked = await measured(`${address}csv`, (chunk) => {
    const lines = (line + chunk.toString("latin1")).split("\r\n");
    line = lines.pop() ?? "";
    for (const text of lines) if (found.lines++ >= 0) found.ids.update(text.slice(0, ID_LENGTH));
  });
  const [known] = await db.execute(sql`
    select encode(sha256(string_agg(id::text, '' order by "order", id)::bytea), 'hex') as ids from queue_items
    where queue_id = ${queueId}`);
  const isWhole = found.lines === items && found.ids.digest("hex") === known?.ids;
  out(`CSV: ${found.lines} lines, ${isWhole ? "every item once and in order" : "NOT what the queue holds"}`);
  if (!isWhole) process.exitCode = 1;

  const [leastRates, assayRates, growths] = [[] as number[], [] as number[], [checked.grownMb]];
  for (let round = 0; round < rounds; round++) {
    leastRates.push((await measured(`${least}/${queueId}`)).rate);
    const taken = await measured(`${address}csv`);
    assayRates.push(taken.rate);
    growths.push(taken.grownMb);
    out(`CSV: ${taken.text}`);
  }
  const [left, right] = [median(leastRates), median(assayRates)];
  out(`CSV: least ${left.toFixed(1)} MB/s, Assay ${right.toFixed(1)} MB/s, ratio ${(right / left).toFixed(2)}`);
  out(`CSV: Assay's server grew by ${growths.map((grown) => grown.toFixed(0)).join(", ")} MB`);
  const jsonl = await measured(`${address}jsonl`);
  out(`JSON Lines: ${jsonl.text}, grew by ${jsonl.grownMb.toFixed(0)} MB`);
} finally {
  await environment.stop();
}

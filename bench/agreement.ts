// Reading a queue's agreement: Assay, which keeps counters, against the least server, which reads all values each time.
//   npx tsx bench/agreement.ts [items] [rounds]
import { createCaller } from "@/db/testing/factories";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { fillAnnotatedQueue } from "./annotated-queue";
import { ask, median } from "./client";
import { startEnvironment } from "./environment";
import { out } from "./print";

const items = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 20);

const environment = await startEnvironment();
try {
  const { db } = environment;
  const owner = await createCredentials(db, "Owner");
  const manager = await createCaller(db, owner.organization, "Owner");
  const annotators = await Promise.all([1, 2, 3].map(() => createCaller(db, owner.organization)));
  const { queue_id, labelId } = await fillAnnotatedQueue(db, owner.organization, manager, annotators, items);
  const least = await environment.serve("least/agreement-server.ts");
  const assay = await environment.serve("assay-server.ts");

  const timed = async <T>(work: () => Promise<T>) => {
    const start = performance.now();
    const answer = await work();
    return { answer, ms: performance.now() - start };
  };
  const readLeast = () => timed(() => ask<{ alpha: number }>("GET", `${least}/${queue_id}`, {}));
  const readAssay = () =>
    timed(() =>
      ask<{ result: { labels: Record<string, unknown> } }>(
        "GET",
        `${assay}/model-hub/annotation-queues/${queue_id}/agreement/`,
        bearer(owner),
      ),
    );
  out(`Agreement of a queue of ${items} items, half of them annotated by two people, ${rounds} rounds, medians`);
  const first = await readAssay();
  out(`Assay's first answer, with its bootstrap intervals: ${first.ms.toFixed(0)} ms`);
  out(`least: alpha ${(await readLeast()).answer.alpha.toFixed(4)}`);
  out(`Assay: ${JSON.stringify(first.answer.result.labels[labelId]).slice(0, 400)}`);
  const times = { least: [] as number[], assay: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.least.push((await readLeast()).ms);
    times.assay.push((await readAssay()).ms);
  }
  const [left, right] = [median(times.least), median(times.assay)];
  out(
    `least ${left.toFixed(1)} ms, Assay ${right.toFixed(1)} ms a read, ratio ${(left / right).toFixed(1)} (above 1: faster)`,
  );
} finally {
  await environment.stop();
}

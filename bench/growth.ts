// What annotators and managers wait for in a long queue, over what they wait for in a short one.
//   npx tsx bench/growth.ts [short] [long] [rounds]
import { createCaller, createOrganization } from "@/db/testing/factories";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { fillAnnotatedQueue } from "./annotated-queue";
import { ask, median } from "./client";
import { startEnvironment } from "./environment";
import { out } from "./print";

const short = Number(process.argv[2] ?? 10_000);
const long = Number(process.argv[3] ?? 1_000_000);
const rounds = Number(process.argv[4] ?? 200);
const WARM_UP = 10;

const environment = await startEnvironment();
try {
  const { db } = environment;
  const organization = await createOrganization(db);
  const manager = await createCaller(db, organization, "Owner");
  const others = await Promise.all([1, 2].map(() => createCaller(db, organization)));
  const reader = await createCredentials(db, "Admin", organization);
  const annotators = [...others, { ...manager, caller: { ...manager.caller, userId: reader.userId } }];
  const bases: string[] = [];
  const server = await environment.serve("assay-server.ts");
  for (const items of [short, long]) {
    const start = performance.now();
    const { queue_id } = await fillAnnotatedQueue(db, organization, manager, annotators, items);
    bases.push(`${server}/model-hub/annotation-queues/${queue_id}`);
    out(`a queue of ${items} items, filled in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  const headers = bearer(reader);

  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const claim = async (base: string): Promise<number> => {
    let item = "";
    const took = await timed(async () => {
      item = (await ask<{ result: { item: { id: string } } }>("GET", `${base}/items/next-item/`, headers)).result.item
        .id;
    });
    await ask("POST", `${base}/items/${item}/release/`, headers);
    return took;
  };
  const operations: [string, (base: string) => Promise<number>][] = [
    ["next-item", claim],
    ...["progress", "analytics", "agreement"].map((name): [string, (base: string) => Promise<number>] => [
      name,
      (base) => timed(() => ask("GET", `${base}/${name}/`, headers)),
    ]),
  ];
  for (const [name, operation] of operations) {
    const times: [number[], number[]] = [[], []];
    // The two in turn, so that whatever else the machine does is done to both.
    for (let round = 0; round < WARM_UP + rounds; round++) {
      for (const [index, base] of bases.entries()) times[index]?.push(await operation(base));
    }
    const [left, right] = [median(times[0].slice(WARM_UP)), median(times[1].slice(WARM_UP))];
    out(
      `${name}: ${left.toFixed(2)} ms at ${short}, ${right.toFixed(2)} ms at ${long}, ratio ${(right / left).toFixed(2)}`,
    );
  }
} finally {
  await environment.stop();
}

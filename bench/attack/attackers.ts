// The other process of the attack: sends every operation all that costs it most, all operations at once, and prints what
// was answered. Its orders come in ATTACK, as JSON: address, and by operation method, path and authorization.
import { floodsOn, longListsOn } from "@/lib/http/testing/attacks";
import { operations } from "@/lib/operations";

export interface Orders {
  url: string;
  seconds: number;
  targets: { name: string; method: string; path: string; authorization: string }[];
}

/** Nearly as much as a body may have. */
const BYTES = 10_000_000;
const { url, seconds, targets } = JSON.parse(process.env.ATTACK ?? "") as Orders; // safe: attack.ts wrote it
const attacked = targets.flatMap((target) => {
  const operation = operations.find(({ contract }) => contract.name === target.name);
  if (!operation) return [];
  return [{ ...target, attacks: [...longListsOn(operation.contract), ...floodsOn(operation.contract, BYTES)] }];
});
process.stdout.write("ready\n");

const statuses = new Map<number | string, number>();
const taken: string[] = [];
const end = performance.now() + seconds * 1000;
let slowest = 0;
await Promise.all(
  attacked.map(async ({ name, method, path, authorization, attacks }) => {
    for (let next = 0; performance.now() < end; next++) {
      const start = performance.now();
      const attack = attacks[next % attacks.length];
      const status = await fetch(`${url}${path}`, {
        method,
        headers: { authorization, "content-type": "application/json" },
        body: attack?.body ?? null,
      }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        (error: Error) => String(error.cause ?? error),
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) taken.push(`${name} (${attack?.name})`);
      slowest = Math.max(slowest, performance.now() - start);
    }
  }),
);
const summary = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
process.stdout.write(
  `attacks on ${attacked.length} operations at once: ${summary}; the slowest after ${slowest.toFixed(0)} ms\n`,
);
if (taken.length > 0) process.stdout.write(`answered 200: ${taken.join(", ")}\n`);
process.exit(0);

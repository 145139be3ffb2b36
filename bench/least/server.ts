// The least server that can hand out items, take a value and complete: no accounts, no rules, no history, one table each.
// What the benchmarks hold Assay against. Listens on a free port and prints it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";

const sql = postgres(process.env.DATABASE_URL ?? "", { max: 20, onnotice: () => {} });

interface Body {
  annotator: number;
  item?: number;
  value?: number;
}

const claim = (annotator: number) => sql`
  update least_items set holder = ${annotator}, status = 1
  where id = (select id from least_items where status = 0 order by id limit 1 for update skip locked)
  returning id`;

const operations: Record<string, (body: Body) => Promise<unknown>> = {
  "/next": async ({ annotator }) => ({ item: (await claim(annotator))[0]?.id ?? null }),
  "/submit": async ({ annotator, item = 0, value = 0 }) => {
    await sql`insert into least_scores (item, annotator, value) values (${item}, ${annotator}, ${value})
      on conflict (item, annotator) do update set value = excluded.value`;
    return { submitted: 1 };
  },
  "/complete": async ({ annotator, item = 0 }) => {
    await sql`update least_items set status = 2 where id = ${item} and holder = ${annotator}`;
    return { item: (await claim(annotator))[0]?.id ?? null };
  },
};

export const main = () =>
  createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on("data", (chunk: Buffer) => chunks.push(chunk));
    message.on("end", async () => {
      const operation = operations[message.url ?? ""];
      const answer = operation ? await operation(JSON.parse(Buffer.concat(chunks).toString())) : {};
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer));
    });
  }).listen(0, "127.0.0.1", function (this: import("node:net").Server) {
    process.stdout.write(`port ${(this.address() as AddressInfo).port}\n`); // safe: it listens on a port
  });

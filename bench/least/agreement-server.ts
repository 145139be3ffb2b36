// The least server that can tell a queue's agreement: Krippendorff's alpha (interval metric) from all values, at each request.
// What the benchmark of agreement holds Assay against. Listens on a free port and prints it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";

const sql = postgres(process.env.DATABASE_URL ?? "", { max: 4, onnotice: () => {} });

const alpha = (queueId: string) => sql`
  with units as (
    select count(*) as m, sum(x) as s, sum(x * x) as q
    from (select queue_item_id, (value ->> 'rating')::numeric as x from scores
      where queue_id = ${queueId} and deleted_at is null) as given
    group by queue_item_id having count(*) > 1)
  select 1 - sum((m * q - s * s) / (m - 1)) / ((sum(m) * sum(q) - sum(s) ^ 2) / (sum(m) - 1)) as alpha from units`;

export const main = () =>
  createServer(async (message, response) => {
    const [row] = await alpha(message.url?.slice(1) ?? "");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ alpha: Number(row?.alpha) }));
  }).listen(0, "127.0.0.1", function (this: import("node:net").Server) {
    process.stdout.write(`port ${(this.address() as AddressInfo).port}\n`); // safe: it listens on a port
  });

// The least server that can export a queue: no accounts, no snapshot, no defusing, the joins as anybody would write them, and
// COPY piped to each client. The benchmark of exports compares Assay with it. Listens on a free port and prints it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import postgres from "postgres";

const sql = postgres(process.env.DATABASE_URL ?? "", { max: 4, onnotice: () => {} });

const lines = (queueId: string) => `
  select item.id, item.source_type, item.source_id, item.status, item."order", item.review_status, item.review_notes,
    item.reviewed_at, reviewer.id, reviewer.name, reviewer.email, note.notes, score.label_id, label.name, label.type,
    score.label_version, score.value, score.score_source, score.notes, score.annotator_id, annotator.name, annotator.email,
    score.created_at, score.updated_at, seat.work_ms, resolved.value, resolved.notes, resolved.resolved_at, resolver.id,
    resolver.name, resolver.email
  from queue_items item
  left join scores score on score.queue_item_id = item.id and score.deleted_at is null
  left join labels label on label.id = score.label_id
  left join users annotator on annotator.id = score.annotator_id
  left join users reviewer on reviewer.id = item.reviewed_by
  left join item_notes note on note.item_id = item.id
  left join item_seats seat on seat.item_id = item.id and seat.user_id = score.annotator_id
  left join adjudications resolved on resolved.item_id = item.id and resolved.label_id = score.label_id
  left join users resolver on resolver.id = resolved.resolved_by
  where item.queue_id = '${queueId}' and item.deleted_at is null
  order by item."order", item.id`;

export const main = () =>
  createServer(async (message, response) => {
    const queueId = message.url?.slice(1) ?? "";
    response.setHeader("content-type", "text/csv");
    await pipeline(
      await sql.unsafe(`copy (${lines(queueId)}) to stdout with (format csv, header)`).readable(),
      response,
    );
  }).listen(0, "127.0.0.1", function (this: import("node:net").Server) {
    process.stdout.write(`port ${(this.address() as AddressInfo).port}\n`); // safe: it listens on a port
  });

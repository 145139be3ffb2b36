// A way to PostgreSQL that counts what passes: statements, and round trips, which is how often a connection's client sends
// after it was answered. Statements sent together are one round trip.
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

export interface CountedDatabase {
  url: string;
  counts: { statements: number; roundTrips: number };
  stop(): void;
}

// https://www.postgresql.org/docs/18/protocol-message-formats.html: a byte of type, then the length without it.
const EXECUTE = "E".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);

export async function countDatabase(databaseUrl: string): Promise<CountedDatabase> {
  const { hostname, port } = new URL(databaseUrl);
  const counts = { statements: 0, roundTrips: 0 };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let isAnswered = true;
    let isStarted = false; // the first message has no type
    let rest = Buffer.alloc(0);
    client.on("data", (data: Buffer) => {
      if (isAnswered) counts.roundTrips++;
      isAnswered = false;
      rest = Buffer.concat([rest, data]);
      for (;;) {
        const head = isStarted ? 1 : 0;
        if (rest.length < head + 4) break;
        const length = head + rest.readUInt32BE(head);
        if (rest.length < length) break;
        if (isStarted && (rest[0] === EXECUTE || rest[0] === QUERY)) counts.statements++;
        isStarted = true;
        rest = rest.subarray(length);
      }
      upstream.write(data);
    });
    upstream.on("data", (data: Buffer) => {
      isAnswered = true;
      client.write(data);
    });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.setNoDelay().on("close", end).on("error", end);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port); // safe: it listens on a port
  return { url: url.href, counts, stop: () => void server.close() };
}

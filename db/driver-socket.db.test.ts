// TLS, which the socket negotiates before the driver's first message; and arrays, which the driver no longer asks about.
import { once } from "node:events";
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "./client";
import { databaseErrorCode } from "./error-code";
import { createDatabase, type TestDatabase } from "./testing/database";
import { certificate, key } from "./testing/localhost-certificate";

let database: TestDatabase;
const servers: Server[] = [];
const sockets = new Set<Socket>();
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  await database?.drop();
});

/** A server before the database's, which answers the request for TLS, and encrypts after "S". Returns its address. */
async function inFront(answer: string, parameters: string): Promise<string> {
  const to = new URL(database.directUrl);
  const port = Number(to.port);
  const server = createServer((plain) => {
    sockets.add(plain);
    plain.on("error", () => {});
    plain.once("data", () => {
      plain.write(answer);
      const client = answer === "S" ? new TLSSocket(plain, { isServer: true, key, cert: certificate }) : plain;
      const upstream = dial(port, to.hostname).on("error", () => client.destroy());
      client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
      client.pipe(upstream).pipe(client);
    });
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  to.port = String((server.address() as AddressInfo).port); // safe: it listens on a port
  return `${to.href}?${parameters}`;
}

/** What a statement through the server gets: its answer, or its error's code or message. */
async function answered(answer: string, parameters: string): Promise<unknown> {
  const pool = connect(await inFront(answer, parameters), 1);
  try {
    const rows = await pool.db.execute(sql`select repeat('x', 100000) as text from generate_series(1, 20)`);
    return rows.length;
  } catch (error) {
    return databaseErrorCode(error) ?? (error instanceof Error && error.cause instanceof Error && error.cause.message);
  } finally {
    await pool.close();
  }
}

test.each([
  ["S", "sslmode=require", 20],
  ["S", "sslmode=prefer", 20],
  ["N", "sslmode=prefer", 20],
  ["N", "sslmode=require", "The database server does not offer TLS, which its address requires."],
  ["S", "sslmode=verify-full", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["Somebody in between", "sslmode=require", "The database server does not offer TLS, which its address requires."],
])("connecting to a server that answers %s, with %s", async (answer, parameters, expected) => {
  expect(await answered(answer, parameters)).toBe(expected);
});

test("arrays are read and written as arrays, with nulls, quotes and nesting", async () => {
  const { db, close } = connect(database.url, 1);
  const texts = ['say "so"', "a\\b", "", "NULL", null, "x,y", "{}"];
  const [row] = await db.execute(sql`
    select ${sql.param(texts)}::text[] as texts, '{t,f}'::bool[] as flags, '{{1,2},{3,NULL}}'::int[] as numbers,
      '{0.5}'::float8[] as shares, '{12345678901234567}'::bigint[] as large, array['{"a": [1]}']::jsonb[] as json,
      '{00000000-0000-0000-0000-000000000001}'::uuid[] as ids, '{}'::text[] as none, null::text[] as unknown`);
  expect(row).toEqual({
    texts,
    flags: [true, false],
    numbers: [
      [1, 2],
      [3, null],
    ],
    shares: [0.5],
    large: ["12345678901234567"],
    json: [{ a: [1] }],
    ids: ["00000000-0000-0000-0000-000000000001"],
    none: [],
    unknown: null,
  });
  await close();
});

// A Redis for the maker over TCP, where no `redis-server` is at hand: Redis's protocol in front of an engine that runs Lua.
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { type Command, type Engine, RedisError, type Reply } from "@/lib/redis/engine";
import { createMemoryEngine } from "../memory-engine";
import { luaScripting } from "./lua-scripting";

export async function startRespServer() {
  const scripting = luaScripting();
  // An older Redis takes no such line, and a newer one none with flags of Upstash's.
  const refusesFlags = { ...scripting.eval, run: refuseFlags(scripting.eval?.run) };
  const engine = createMemoryEngine({
    scripting: { ...scripting, eval: { least: 2, most: Infinity, ...refusesFlags } },
  });
  const sockets = new Set<Socket>();
  let isSilent = false;
  const scripts = { areRefused: false };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    const answer = session(engine, scripts);
    let received = Buffer.alloc(0);
    let turn = Promise.resolve();
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let parsed = parse(received); parsed; parsed = parse(received)) {
        const { command, rest } = parsed;
        received = Buffer.from(rest);
        turn = turn.then(async () => {
          const reply = await answer(command);
          if (!isSilent) socket.write(encode(reply));
        });
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: `redis://127.0.0.1:${address.port}`,
    /** Ends every connection; new ones are taken. */
    dropAll,
    /** Takes commands and answers none. */
    fallSilent() {
      isSilent = true;
    },
    /** Refuses every script from now on. */
    refuseScripts() {
      scripts.areRefused = true;
    },
    async stop() {
      dropAll();
      server.close();
      await engine.close();
    },
  };
}

type Run = NonNullable<ReturnType<typeof luaScripting>["eval"]>["run"];

const refuseFlags =
  (run: Run | undefined): Run =>
  (keyspace, source = "", ...rest) => {
    if (source.startsWith("#!")) throw new RedisError("ERR Unexpected flag in script shebang: allow-key-locking");
    return run?.(keyspace, source, ...rest) ?? null;
  };

/** One connection, which may hold commands back for a transaction. */
function session(engine: Engine, scripts: { areRefused: boolean }): (command: Command) => Promise<Reply> {
  let queued: Command[] | null = null;
  return async (command) => {
    const name = command[0]?.toLowerCase();
    if (scripts.areRefused && name?.startsWith("eval")) return new RedisError("NOPERM scripts are not allowed");
    if (name === "multi") {
      queued = [];
      return "OK";
    }
    if (name === "exec") {
      const commands = queued ?? [];
      queued = null;
      return engine.transaction(commands);
    }
    if (queued) {
      queued.push(command);
      return "QUEUED";
    }
    const [reply = null] = await engine.run([command]);
    return reply;
  };
}

/** The first command of what has been received, and the rest; undefined until it is whole. */
function parse(received: Buffer): { command: string[]; rest: Buffer } | undefined {
  let at = 0;
  const line = (): string | undefined => {
    const end = received.indexOf("\r\n", at);
    if (end < 0) return undefined;
    const text = received.toString("utf8", at, end);
    at = end + 2;
    return text;
  };
  const count = line();
  if (count === undefined) return undefined;
  const command: string[] = [];
  for (let index = 0; index < Number(count.slice(1)); index += 1) {
    const size = Number(line()?.slice(1) ?? Number.NaN);
    if (Number.isNaN(size) || received.length < at + size + 2) return undefined;
    command.push(received.toString("utf8", at, at + size));
    at += size + 2;
  }
  return { command, rest: received.subarray(at) };
}

function encode(reply: Reply): string {
  if (reply === null) return "$-1\r\n";
  if (typeof reply === "string") return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  if (typeof reply === "number") return `:${reply}\r\n`;
  if (reply instanceof RedisError) return `-${reply.message.replaceAll(/[\r\n]+/g, " ")}\r\n`;
  return `*${reply.length}\r\n${reply.map(encode).join("")}`;
}

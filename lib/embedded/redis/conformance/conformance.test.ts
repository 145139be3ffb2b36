// The same cases on the engine in memory and, where there is one, on a real Redis: the cases themselves are thereby checked.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Engine } from "../engine";
import { createMemoryEngine } from "../memory/memory-engine";
import { hasRedisServer, skippedBecause, startRedisServer } from "../testing";
import { connectUpstream } from "../upstream";
import { type Case, plain, words } from "./case";
import { collectionCases, sortedSetCases } from "./collections";
import { scriptCases } from "./scripts";
import { streamCases } from "./streams";
import { keyCases, stringCases } from "./strings";

const cases: Case[] = [
  ...stringCases,
  ...keyCases,
  ...collectionCases,
  ...sortedSetCases,
  ...streamCases,
  ...scriptCases,
];

function conforms(start: () => Promise<Engine>) {
  let engine: Engine;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.close());
  beforeEach(() => engine.run(["FLUSHALL"]));

  it.each(cases)("$title", async ({ steps }) => {
    for (const [command, expected] of steps) {
      const reply = plain(await engine.run(words(command)));
      expect({ command, reply }).toEqual({ command, reply: expected });
    }
  });

  it("runs a transaction as one, with the replies and errors of each command", async () => {
    const replies = await engine.transaction([
      ["SET", "k", "v"],
      ["INCR", "k"],
      ["GET", "k"],
    ]);
    expect(Array.isArray(replies) && replies.map(plain)).toEqual([{ ok: "OK" }, { error: "ERR" }, "v"]);
  });

  it("executes nothing of a transaction with a command that cannot be", async () => {
    const refused = await engine.transaction([["SET", "k", "v"], ["GET"]]);
    expect(refused).toMatchObject({ message: expect.stringMatching(/^EXECABORT/) });
    expect(await engine.run(["GET", "k"])).toBeNull();
  });

  it.each([["XREAD BLOCK 0 STREAMS s 0"], ["BLPOP l 0"], ["MULTI"], ["SUBSCRIBE c"]])(
    "refuses what would hold or change the shared connection: %s",
    async (command) => {
      expect(plain(await engine.run(words(command)))).toEqual({ error: "ERR" });
      expect(plain(await engine.run(["PING"]))).toEqual({ ok: "PONG" });
    },
  );
}

describe("the engine in memory", () => conforms(async () => createMemoryEngine()));

describe.skipIf(!hasRedisServer)(`a real Redis${skippedBecause}`, () => {
  let server: Awaited<ReturnType<typeof startRedisServer>>;
  afterAll(() => server.stop());
  conforms(async () => {
    server = await startRedisServer();
    return connectUpstream(server.url);
  });
});

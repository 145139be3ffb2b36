// How many statements it costs to go on with conversations that a dead process has left.
import { drizzle } from "drizzle-orm/postgres-js";
import { expect, onTestFinished, test } from "vitest";
import { schemaOptions } from "@/db/client";
import { openDriver } from "@/db/driver";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { advanceExecution } from "./play/advance";
import { askingRow, callsIn, createRunTestOf, meansOf, playRun, polite, startRun } from "./testing";

const database = suiteDatabase();

test.each([2, 20])(
  "the turns of %s conversations are read in one statement before the first continues",
  async (size) => {
    const context = await createCaller(database.db, await createOrganization(database.db));
    const rows = Array.from({ length: size }, () => askingRow());
    const { run } = await createRunTestOf(context, rows, {
      settings: { simulator_model: "scripted", concurrency: 20 },
    });
    const { execution_id } = await startRun(context, run.id);
    const dying = {
      ...meansOf(({ turn }) => (turn > 1 ? 429 : { content: "Your parcel 4711 is at the depot." })),
      // With its connections: an error of another kind would be the call's own.
      pause: () => Promise.reject(Object.assign(new Error("The process has died."), { code: "CONNECTION_CLOSED" })),
    };
    await expect(playRun(context, execution_id, dying)).rejects.toThrow("The process has died.");
    const left = await callsIn(context, execution_id);
    expect(left.map(({ status, turnCount }) => `${status} ${turnCount}`)).toEqual(left.map(() => "ongoing 3"));

    const sent: string[] = [];
    const client = openDriver(database.url, { max: 4, fetch_types: false, debug: (_, query) => void sent.push(query) });
    onTestFinished(() => client.end());
    const writes: number[] = [];
    const services = meansOf((question) => {
      writes.push(sent.filter((query) => query.includes('from "call_turns"')).length);
      return polite(question);
    });
    const db = drizzle(client, schemaOptions);
    await advanceExecution(db, context.caller.organizationId, execution_id, { services: services });
    expect(writes).toEqual(left.map(() => 1));
    const played = await callsIn(context, execution_id);
    expect(played.map(({ status, turnCount }) => `${status} ${turnCount}`)).toEqual(left.map(() => "completed 4"));
  },
);

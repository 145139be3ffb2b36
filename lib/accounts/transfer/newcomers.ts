import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Person, person } from "./file-format";
import { FileRefused } from "./read-file";

/** The people of a file. People with an account here, by email address, keep it; the others get one without a password. Deleted people stay deleted, and do not count. */
export class Newcomers {
  known = 0;
  created = 0;
  /** Their ids here. */
  readonly ids = new Set<string>();
  /** Ids of the file that are others here. */
  readonly #renamed = new Map<string, string>();

  constructor(private readonly tx: Database) {}

  async add(rows: readonly string[]): Promise<void> {
    for (const row of rows) {
      const read = person.safeParse(JSON.parse(row));
      if (!read.success) throw new FileRefused("The file has a person without an id, a name or an email address.");
      const { id, email, deleted_at: deletedAt } = read.data;
      const knownId = await this.#find(email);
      const ownId = knownId ?? (await this.#create(read.data));
      if (!deletedAt) this[knownId ? "known" : "created"]++;
      this.ids.add(ownId);
      if (ownId !== id) this.#renamed.set(id, ownId);
    }
  }

  /** A row with the ids that people have here. */
  renamed = (row: string): string => {
    let text = row;
    for (const [theirs, ours] of this.#renamed) text = text.replaceAll(theirs, ours);
    return text;
  };

  async #find(email: string): Promise<string | null> {
    const [row] = await this.tx.execute<{ id: string }>(sql`select id from users where lower(email) = lower(${email})`);
    return row?.id ?? null;
  }

  /** The id may be another person's here. */
  async #create({ id, email, name, deleted_at: deletedAt = null }: Person): Promise<string> {
    for (const candidate of [id, randomUUID()]) {
      const [row] = await this.tx.execute<{ id: string }>(
        sql`insert into users (id, email, name, deleted_at) values (${candidate}, ${email}, ${name}, ${deletedAt}::timestamptz)
          on conflict (id) do nothing returning id`,
      );
      if (row) return row.id;
    }
    throw new Error("no id was free");
  }
}

// What the REST server needs of a Redis. Every string on this side of the server is a byte string: one character per byte
// (`byte-string.ts`), so values of any content survive and lengths and orders are Redis's own.

/** A simple string such as OK, which the protocol tells apart from a stored string. */
export class Status {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A refusal in Redis's words; the first word is its code (ERR, WRONGTYPE, NOSCRIPT…). */
export class RedisError extends Error {
  override readonly name = "RedisError";
}

export type Reply = string | number | null | Status | RedisError | readonly Reply[];

export interface Engine {
  /** Resolves to a RedisError when the command is refused; rejects only when the engine itself cannot be reached. */
  run(command: readonly string[]): Promise<Reply>;
  /** All commands with none of another caller between them. One RedisError in place of the replies: nothing was executed. */
  transaction(commands: readonly (readonly string[])[]): Promise<readonly Reply[] | RedisError>;
  close(): Promise<void>;
}

export const ok = new Status("OK");

// Clients that ask a gateway one question after another, and remember which answers have come to their end.
import { expect, vi } from "vitest";

const AT_ONCE = 8;
const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

export interface KeyUnderLoad {
  id: string;
  key: string;
  /** What its calls count against. */
  counts: "nothing" | "a budget" | "credits";
}

export const bearerOf = (key: string) => ({ authorization: `Bearer ${key}` });

export class Clients {
  /** The ids of the requests whose answers have come to their end. */
  readonly complete: string[] = [];
  #requests = 0;

  /** Asks under each key in turn, half of the time for streams, until it is stopped. */
  run(origin: string, keys: readonly KeyUnderLoad[]): { stop(): Promise<void> } {
    let isOver = false;
    const ask = async () => {
      while (!isOver) {
        this.#requests += 1;
        const number = this.#requests;
        const isAnswered = await this.#ask(origin, keys[number % keys.length]?.key ?? "", number).catch(whenGone);
        if (!isAnswered) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    const asking = Promise.all(Array.from({ length: AT_ONCE }, ask));
    return {
      async stop() {
        isOver = true;
        await asking;
      },
    };
  }

  /** Resolves once so many more answers have come to their end. */
  async haveBeenAnswered(more: number): Promise<void> {
    const before = this.complete.length;
    await vi.waitFor(() => expect(this.complete.length).toBeGreaterThanOrEqual(before + more), PATIENCE_MS);
  }

  async #ask(origin: string, key: string, number: number): Promise<boolean> {
    const id = `request-${number}`;
    const stream = number % 2 === 0;
    const response = await fetch(`${origin}/v1/chat/completions`, {
      method: "POST",
      headers: { ...bearerOf(key), "content-type": "application/json", "x-request-id": id },
      body: JSON.stringify({
        model: "sandbox/echo",
        messages: [{ role: "user", content: "How long does a letter take to Oslo?" }],
        ...(stream && { stream, sandbox: { token_delay_ms: 2 } }),
      }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok || !response.body) {
      await response.text();
      return false;
    }
    if (stream) await this.#followTo("[DONE]", response.body, id);
    else {
      await response.text();
      this.complete.push(id);
    }
    return true;
  }

  /** A stream's client has its whole answer with the last event, before the connection says that nothing follows. */
  async #followTo(last: string, body: ReadableStream<Uint8Array>, id: string): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of body) {
      const isNew = !text.includes(last);
      text += decoder.decode(chunk, { stream: true });
      if (isNew && text.includes(last)) this.complete.push(id);
    }
  }
}

/** The server was killed with the request under way, or is not there. */
function whenGone(error: unknown): false {
  if (error instanceof TypeError) return false;
  throw error;
}

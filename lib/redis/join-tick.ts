import type { Requester, UpstashRequest, UpstashResponse } from "@upstash/redis";

interface Waiting {
  command: unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * Sends the commands of one tick as one pipeline. The client can do that itself, with an object of two hundred functions for
 * each pipeline: 4 µs of the 60 that the gateway's functions take for a request.
 */
export function joinTick(requester: Requester): Requester {
  let waiting: Waiting[] = [];
  const send = async (): Promise<void> => {
    const sent = waiting;
    waiting = [];
    try {
      const answers: unknown = await requester.request({
        path: ["pipeline"],
        body: sent.map(({ command }) => command),
      });
      if (!Array.isArray(answers)) throw new Error("Redis did not answer a pipeline with a list.");
      for (const [index, { resolve }] of sent.entries()) resolve(answers[index]);
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  };
  /** Once those that are a few promises behind have come as well. */
  const sendSoon = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn++) await undefined;
    await send();
  };
  return {
    request<T>(request: UpstashRequest) {
      const { path, body } = request;
      if (path && path.length > 0) return requester.request<T>(request);
      return new Promise<UpstashResponse<T>>((resolve, reject) => {
        // Safe because each command gets its own answer, as the client expects it.
        waiting.push({ command: body, resolve: (answer) => resolve(answer as UpstashResponse<T>), reject });
        if (waiting.length === 1) void sendSoon();
      });
    },
  };
}

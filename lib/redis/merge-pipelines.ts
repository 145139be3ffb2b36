import type { Requester, UpstashRequest, UpstashResponse } from "@upstash/redis";

const LONGEST_WAIT_MS = 2;
const PIPELINE = "pipeline";

interface Waiting {
  commands: readonly unknown[];
  resolve(answers: readonly unknown[]): void;
  reject(error: unknown): void;
}

/**
 * Lets a pipeline start at once when none is under way. Those that come meanwhile wait for one to return, at most two
 * milliseconds, and then go as one: the client itself joins only commands of one tick, and requests rarely share theirs.
 */
export function mergePipelines(requester: Requester): Requester {
  let underWay = 0;
  let waiting: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sendWaiting = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) void send(waiting);
    waiting = [];
  };
  const send = async (pipelines: readonly Waiting[]): Promise<void> => {
    underWay += 1;
    try {
      const body = pipelines.flatMap(({ commands }) => commands);
      const answers: unknown = await requester.request({ path: [PIPELINE], body });
      if (!Array.isArray(answers)) throw new Error("Redis did not answer a pipeline with a list.");
      let start = 0;
      for (const { commands, resolve } of pipelines) {
        resolve(answers.slice(start, start + commands.length));
        start += commands.length;
      }
    } catch (error) {
      for (const { reject } of pipelines) reject(error);
    } finally {
      underWay -= 1;
      sendWaiting();
    }
  };
  const join = (commands: readonly unknown[]): Promise<readonly unknown[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ commands, resolve, reject });
      if (underWay === 0) sendWaiting();
      else timer ??= setTimeout(sendWaiting, LONGEST_WAIT_MS);
    });

  return {
    async request<T>(request: UpstashRequest) {
      const { path, body } = request;
      if (path?.[0] !== PIPELINE || !Array.isArray(body)) return requester.request<T>(request);
      // Safe because each pipeline gets the answers to its own commands, as the client expects them.
      return (await join(body)) as UpstashResponse<T>;
    },
  };
}

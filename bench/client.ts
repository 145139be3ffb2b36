// The benchmarks' client: node:http with kept connections, so that little of the machine goes into asking.
import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Sends JSON and reads JSON; throws on any status but 200. */
export function ask<T>(method: string, url: string, headers: Record<string, string>, body?: unknown): Promise<T> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method,
      agent,
      headers: text
        ? { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(text) }
        : headers,
    });
    call.on("error", reject);
    call.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const answer = Buffer.concat(chunks).toString();
        if (response.statusCode === 200)
          resolve(JSON.parse(answer) as T); // safe: our own servers answer JSON
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${answer.slice(0, 200)}`));
      });
    });
    call.end(text);
  });
}

/** Takes what an address gives, chunk by chunk; how many bytes it was. Throws on any status but 200. */
export function download(
  url: string,
  headers: Record<string, string>,
  take?: (chunk: Buffer) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        take?.(chunk);
      });
      response.on("end", () => resolve(bytes));
      response.on("error", reject);
    });
    call.on("error", reject);
    call.end();
  });
}

/** Runs `loop` in `workers` at once for `seconds`; how many loops came back a second. */
export async function perSecond(
  workers: number,
  seconds: number,
  loop: (worker: number) => Promise<void>,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  let loops = 0;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < end) {
        await loop(worker);
        loops++;
      }
    }),
  );
  return (loops * 1000) / (performance.now() - start);
}

export const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;

// The maker for Upstash's REST protocol: on the edge, and wherever a process shares the Redis of another one over HTTP.
import { Redis, type RedisConfigNodejs, type Requester } from "@upstash/redis";
import { mergePipelines } from "./merge-pipelines";

const COMMAND_TIMEOUT_MS = 3000;

class RestRedis extends Redis {
  readonly requester: Requester;

  constructor(options: RedisConfigNodejs) {
    super(options);
    this.requester = this.client;
  }
}

export interface RestAddress {
  url: string;
  token: string;
}

export const restRequester = (address: RestAddress): Requester =>
  mergePipelines(
    new RestRedis({
      ...address,
      enableAutoPipelining: false,
      responseEncoding: false,
      enableTelemetry: false,
      retry: { retries: 1, backoff: () => 50 },
      signal: () => AbortSignal.timeout(COMMAND_TIMEOUT_MS),
    }).requester,
  );

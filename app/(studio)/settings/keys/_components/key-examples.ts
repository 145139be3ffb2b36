import { listQueues } from "@/lib/client/operations";

interface Credentials {
  origin: string;
  apiKey: string;
  secretKey: string;
}

/** Complete commands to paste into a terminal. */
export function keyExamples({ origin, apiKey, secretKey }: Credentials) {
  const queues = `curl ${origin}${listQueues.path}`;
  return {
    bearer: {
      description: "One header. Lists the organization's queues.",
      command: `${queues} \\\n  -H "Authorization: Bearer ${apiKey}"`,
    },
    pair: {
      description: "Two headers, as the client libraries send them.",
      command: `${queues} \\\n  -H "X-Api-Key: ${apiKey}" \\\n  -H "X-Secret-Key: ${secretKey}"`,
    },
    gateway: {
      description: "The same key calls models through the gateway. Lists the models that it can use.",
      command: `curl ${origin}/v1/models \\\n  -H "Authorization: Bearer ${apiKey}"`,
    },
  };
}

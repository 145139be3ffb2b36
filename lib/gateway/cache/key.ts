import { sha256 } from "../sha256";

/** Members that say who asks and how the answer is sent, but not what is asked. */
const besides = new Set(["stream", "stream_options", "user", "metadata"]);

interface CacheRequest {
  organizationId: string;
  namespace: string;
  /** Who may answer: with other targets behind a name its answers are others. */
  targets: readonly string[];
  body: Record<string, unknown>;
}

/** The same for requests that ask the same, however their members are ordered: SHA-256 in hexadecimal digits. */
export const cacheKeyOf = async ({ organizationId, namespace, targets, body }: CacheRequest): Promise<string> => {
  const question = Object.fromEntries(Object.entries(body).filter(([name]) => !besides.has(name)));
  return sha256(JSON.stringify([organizationId, namespace, targets, ordered(question)]));
};

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, ordered(member)]),
  );
}

// Fetches a file from a host that the organization allows.
import { type MediaType, mediaTypes } from "@/lib/contracts/annotation/media";
import { Failure, forbidden } from "@/lib/errors";
import { isGuarded, mayAsk } from "@/lib/gateway/outbound";
import { bytesUpTo } from "@/lib/gateway/providers/bytes-up-to";
import type { ProviderReply, Send } from "@/lib/gateway/providers/provider";

const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

export interface Media {
  type: MediaType;
  bytes: AsyncGenerator<Uint8Array>;
}

/** Whether a host is one of these, or below one that is written as "*.example.com". */
export const isAllowed = (host: string, allowed: readonly string[]): boolean =>
  allowed.some((each) => (each.startsWith("*.") ? host.endsWith(each.slice(1)) : host === each));

/** The gateway's guard keeps it out of private networks. Every host on the way must be allowed. */
export async function fetchMedia(send: Send, address: URL, allowed: readonly string[]): Promise<Media> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    assertAllowed(url, allowed);
    const reply = await send({ url, method: "GET", headers: {}, body: "", signal, isGuarded: isGuarded(url) }).catch(
      (error) => {
        throw unavailable(url, "could not be reached", error);
      },
    );
    const { location } = reply.headers;
    if (reply.status < 300 || reply.status > 399 || !location) return readMedia(url, reply);
    const next = URL.parse(location, url);
    if (!next) break;
    url = next;
  }
  throw unavailable(url, "redirects too often");
}

function assertAllowed(url: URL, allowed: readonly string[]): void {
  const { protocol, hostname } = url;
  if (protocol !== "https:" && protocol !== "http:") throw forbidden("Only http and https addresses are loaded.");
  if (!mayAsk(url)) throw forbidden(`${hostname} is a private address.`);
  if (!isAllowed(hostname, allowed))
    throw forbidden(
      `${hostname} is not one of the organization's media hosts. An Owner or Admin can add it in Settings, General, Media hosts.`,
    );
}

const OTHER_NAMES: Record<string, MediaType> = {
  "image/jpg": "image/jpeg",
  "audio/mp3": "audio/mpeg",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/vnd.wave": "audio/wav",
  "audio/x-m4a": "audio/mp4",
  "audio/x-flac": "audio/flac",
};

function readMedia(url: URL, { status, headers, body }: ProviderReply): Media {
  if (status !== 200) throw unavailable(url, `answered with status ${status}`);
  const named = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const type = mediaTypes.find((known) => known === (OTHER_NAMES[named] ?? named));
  if (!type) throw unavailable(url, `sent ${named || "a file without a type"}, not an image, audio, video or PDF`);
  if (Number(headers["content-length"] ?? 0) > MAX_BYTES) throw unavailable(url, "sent more than 32 MB");
  return { type, bytes: bytesUpTo(MAX_BYTES, body) };
}

const unavailable = ({ hostname }: URL, why: string, cause?: unknown): Failure =>
  new Failure("unavailable", `${hostname} ${why}.`, cause === undefined ? {} : { cause });

// Serves recordings from our own address: access follows access to the call, and the browser contacts no other host.
import type { Context } from "@/lib/context";
import type { RecordingTrack } from "@/lib/contracts/simulation/names";
import { Failure, notFound } from "@/lib/errors";
import { liveParts } from "@/lib/gateway/live";
import { isGuarded, mayAsk } from "@/lib/gateway/outbound";
import { bytesUpTo } from "@/lib/gateway/providers/bytes-up-to";
import type { Send } from "@/lib/gateway/providers/provider";
import { byteStream } from "@/lib/http/byte-stream";
import type { FileOutput } from "@/lib/http/respond";
import { callInWorkspace } from "../runs/loaders";
import { voiceCallOf } from "./loaders";
import { urlOf } from "./read";

/** The most bytes of a recording: two hours in one channel. */
const MAX_RECORDING = 256 * 1024 * 1024;
/** The time limit for the whole recording. */
const TIMEOUT_MS = 5 * 60_000;
const KINDS = /^(?:audio\/[\w.+-]+|application\/octet-stream|binary\/octet-stream|video\/mp4)/i;

interface RecordingRequest {
  call_execution_id: string;
  track: RecordingTrack;
}

export async function getCallRecording(
  { db, caller }: Pick<Context, "db" | "caller">,
  { call_execution_id, track }: RecordingRequest,
  send: Send = (request) => liveParts().send(request),
): Promise<FileOutput> {
  const call = await callInWorkspace(db, caller, call_execution_id);
  const url = urlOf((await voiceCallOf(db, call.id))?.recordings[track]);
  if (!url) throw notFound("The call has no such recording.");
  if (!mayAsk(url)) throw away("Its address is private.");
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const reply = await send({ url, method: "GET", headers: {}, body: "", signal, isGuarded: isGuarded(url) }).catch(
    (error: unknown) => {
      throw away("It could not be reached.", error);
    },
  );
  if (reply.status === 403 || reply.status === 404 || reply.status === 410)
    throw new Failure("gone", "The provider no longer keeps this recording.");
  const kind = reply.headers["content-type"] ?? "audio/wav";
  if (reply.status !== 200 || !KINDS.test(kind))
    throw away(`It answered with status ${reply.status} (${kind.slice(0, 60)}).`);
  const mediaType = kind.startsWith("audio/") ? (kind.split(";")[0] ?? kind) : "audio/wav";
  const end = /mpeg|mp3/.test(mediaType) ? "mp3" : "wav";
  return {
    filename: `call-${call.id}-${track}.${end}`,
    mediaType,
    content: byteStream(bytesUpTo(MAX_RECORDING, reply.body)),
  };
}

const away = (why: string, cause?: unknown): Failure =>
  new Failure("unavailable", `The provider cannot serve the recording right now. ${why}`, { cause });

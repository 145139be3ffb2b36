// Images, recordings, videos and PDF files in a field: in the cell itself, or at an address that it names.
import { isRecord } from "@/lib/records";

/** `other`: a file in the cell itself, of a type that is not shown. */
export type FileKind = "image" | "audio" | "video" | "pdf" | "other";

export interface FileRef {
  kind: FileKind;
  /** A data address, or the address of another host. */
  address: string;
  isInline: boolean;
}

const INLINE = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w.+-]+=[^;,]*)*;base64,[A-Za-z0-9+/=\s]+$/;
const TYPES: [RegExp, FileKind][] = [
  [/^image\/(?:png|jpeg|gif|webp|avif)$/, "image"],
  [/^audio\//, "audio"],
  [/^video\/(?:mp4|webm)$/, "video"],
  [/^application\/pdf$/, "pdf"],
];
const ENDS: Record<string, FileKind> = {
  png: "image",
  jpg: "image",
  jpeg: "image",
  gif: "image",
  webp: "image",
  avif: "image",
  mp3: "audio",
  wav: "audio",
  ogg: "audio",
  oga: "audio",
  m4a: "audio",
  aac: "audio",
  flac: "audio",
  mp4: "video",
  webm: "video",
  pdf: "pdf",
};

/** A cell with more entries is shown as text. */
const MOST_FILES = 20;

/** The files that a field consists of: one, or a JSON list of several. Null if it is text. */
export function filesIn(text: string, columnType?: string): FileRef[] | null {
  const addresses = listIn(text) ?? [text];
  const files = addresses.map((address) => fileAt(address.trim(), columnType));
  return files.every((file) => file !== null) ? files : null;
}

function listIn(text: string): string[] | null {
  if (!/^\s*\["/.test(text)) return null;
  try {
    const list: unknown = JSON.parse(text);
    const isList = Array.isArray(list) && list.length > 0 && list.length <= MOST_FILES;
    return isList && list.every((each) => typeof each === "string") ? list : null;
  } catch {
    return null;
  }
}

function fileAt(address: string, columnType?: string): FileRef | null {
  const type = INLINE.exec(address)?.[1]?.toLowerCase();
  if (type) return { kind: TYPES.find(([types]) => types.test(type))?.[1] ?? "other", address, isInline: true };
  if (!/^https?:\/\/\S+$/i.test(address)) return null;
  const end = /\.(\w+)$/.exec(URL.canParse(address) ? new URL(address).pathname : "")?.[1]?.toLowerCase() ?? "";
  const byType = columnType === "image" || columnType === "audio" || columnType === "video" ? columnType : undefined;
  // Recordings have the endings of videos too.
  const byEnd = byType === "audio" && ENDS[end] === "video" ? byType : ENDS[end];
  const kind = byEnd ?? byType;
  return kind ? { kind, address, isInline: false } : null;
}

export interface Segment {
  /** In seconds. */
  start: number;
  end: number | null;
  text: string;
  speaker: string | null;
}

/** A transcript with times: a JSON list of texts with their start in seconds, as speech recognizers give it. */
export function segmentsIn(text: string | null): Segment[] | null {
  if (text === null || !/^\s*[[{]/.test(text)) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    const list = isRecord(parsed) ? parsed.segments : parsed;
    if (!Array.isArray(list) || list.length === 0) return null;
    const segments = list.map(segmentOf);
    return segments.every((segment) => segment !== null) ? segments : null;
  } catch {
    return null;
  }
}

interface Field {
  name: string;
  text: string | null;
  columnType?: string | undefined;
}

/** The field with a recording's transcript, which is shown beside the recording. Null without a recording. */
export function transcriptIn(fields: readonly Field[]): { name: string; segments: Segment[] } | null {
  const isRecording = ({ text, columnType }: Field) =>
    text !== null && filesIn(text, columnType)?.some(({ kind }) => kind === "audio" || kind === "video");
  if (!fields.some(isRecording)) return null;
  for (const { name, text } of fields) {
    const segments = segmentsIn(text);
    if (segments) return { name, segments };
  }
  return null;
}

function segmentOf(value: unknown): Segment | null {
  if (!isRecord(value) || typeof value.start !== "number" || typeof value.text !== "string") return null;
  const { start, end, text, speaker } = value;
  return {
    start,
    end: typeof end === "number" ? end : null,
    text: text.trim(),
    speaker: typeof speaker === "string" ? speaker : null,
  };
}

/** The index of the segment at a time; null before the first. */
export function segmentAt(segments: readonly Segment[], seconds: number): number | null {
  const at = segments.findLastIndex(({ start }) => start <= seconds);
  return at === -1 ? null : at;
}

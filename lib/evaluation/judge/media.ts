// Media inputs as parts of a chat message.
import type { Modality } from "@/lib/contracts/evaluation/names";

const IMAGE = /^(https:\/\/\S+|data:image\/[\w.+-]+;base64,[\w+/=\s]+)$/i;
const AUDIO = /^data:audio\/(?:x-)?(wav|mpeg|mp3|flac|ogg|webm|mp4|m4a)[^,]*;base64,([\w+/=\s]+)$/i;
const PDF = /^data:application\/pdf;base64,[\w+/=\s]+$/i;

/** The media parts of an input; empty if the template reads it as text. */
export function mediaPart(modalities: readonly Modality[], value: unknown): object[] {
  const values = Array.isArray(value) ? value : [value];
  const parts = values.map((one) => (typeof one === "string" ? partOf(modalities, one.trim()) : null));
  return parts.every((part) => part !== null) ? parts : [];
}

function partOf(modalities: readonly Modality[], text: string): object | null {
  if (modalities.includes("image") && IMAGE.test(text)) return { type: "image_url", image_url: { url: text } };
  const audio = modalities.includes("audio") ? AUDIO.exec(text) : null;
  if (audio) {
    const format = audio[1]?.toLowerCase() === "mpeg" ? "mp3" : audio[1]?.toLowerCase();
    return { type: "input_audio", input_audio: { data: audio[2], format } };
  }
  const isPdf = modalities.includes("pdf") && PDF.test(text);
  return isPdf ? { type: "file", file: { filename: "input.pdf", file_data: text } } : null;
}

/** Why an input is not the kind of media that its template expects; null if it is. */
export function mediaProblem(modalities: readonly Modality[], value: unknown): string | null {
  const only = modalities.find((kind) => kind === "audio" || kind === "pdf");
  if (!only || mediaPart(modalities, value).length > 0) return null;
  const isAddress = typeof value === "string" && /^https?:\/\//i.test(value.trim());
  const what = only === "audio" ? "data:audio/wav;base64,…" : "data:application/pdf;base64,…";
  return isAddress ? `Addresses of ${only} are not fetched: send the content itself, as ${what}` : null;
}

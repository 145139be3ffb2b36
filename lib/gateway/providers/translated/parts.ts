// Parts of OpenAI's messages as those of the AI SDK, in the form that the provider takes files.
import type { LanguageModelV3FilePart, LanguageModelV3TextPart } from "@ai-sdk/provider";
import { recordIn, textIn } from "@/lib/records";
import { refused } from "./refused";

type ContentPart = Record<string, unknown>;
export type Part = LanguageModelV3TextPart | LanguageModelV3FilePart;

const AUDIO: Record<string, string> = { wav: "audio/wav", mp3: "audio/mpeg" };
/** What Cohere takes as a document. */
const TEXT = /^(?:text\/|application\/json$)/;
/** Characters that Bedrock refuses in a document's name. */
const UNNAMEABLE = /[^a-zA-Z0-9()[\]-]+/g;
/** Bedrock takes 200 characters, of which some are for the number of a repeat. */
const MAX_NAME = 190;

/** For the parts of one prompt. */
export class Parts {
  readonly #kind: string;
  /** Of Bedrock's documents, which must not have the same one twice. */
  readonly #names = new Set<string>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Empty texts are left out, which some providers refuse. */
  of(content: string | readonly ContentPart[] | null | undefined, field: string): Part[] {
    const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
    return parts.flatMap((part, index) => this.#of(part, `${field}.content[${index}]`));
  }

  #of(part: ContentPart, field: string): Part[] {
    const { type } = part;
    const inner = recordIn(part[String(type)]);
    if (type === "text" || type === "refusal") {
      const text = textIn(part.text ?? part.refusal);
      return text === "" ? [] : [{ type: "text", text }];
    }
    if (type === "image_url") {
      const address = textIn(inner.url ?? part.image_url);
      return [this.#file(addressed(address, "image/*", `${field}.image_url.url`), `${field}.image_url.url`)];
    }
    if (type === "input_audio") {
      const mediaType = AUDIO[textIn(inner.format)] ?? "audio/*";
      return [this.#file({ type: "file", mediaType, data: textIn(inner.data) }, `${field}.input_audio.data`)];
    }
    if (type === "file" && inner.file_data) {
      const at = `${field}.file.file_data`;
      const filename = this.#nameOf(textIn(inner.filename));
      const file = addressed(textIn(inner.file_data), "application/pdf", at);
      return [this.#file(filename === "" ? file : { ...file, filename }, at)];
    }
    throw refused(`${field}.type`, "This provider supports text, image_url, input_audio and file with file_data.");
  }

  #file(file: LanguageModelV3FilePart, field: string): LanguageModelV3FilePart {
    const { data, mediaType } = file;
    if (this.#kind === "bedrock" && data instanceof URL)
      throw refused(field, "Bedrock reads no addresses. Send the data as a data URI.");
    if (this.#kind !== "cohere" || mediaType.startsWith("image/")) return file;
    if (typeof data !== "string")
      throw refused(field, "Cohere reads no addresses of files. Send the data as a data URI.");
    if (!TEXT.test(mediaType)) throw refused(field, `Cohere takes files of text and JSON, not ${mediaType}.`);
    // The SDK takes a string for the text itself.
    return { ...file, data: decoded(data, field) };
  }

  #nameOf(filename: string): string {
    if (this.#kind !== "bedrock") return filename;
    const stem =
      filename
        .replace(/\.[^.]*$/, "")
        .replace(UNNAMEABLE, " ")
        .trim()
        .slice(0, MAX_NAME) || "document";
    let name = stem;
    for (let number = 2; this.#names.has(name); number += 1) name = `${stem} ${number}`;
    this.#names.add(name);
    return name;
  }
}

/** A data URI's content, or an address that the provider reads by itself. */
function addressed(address: string, mediaType: string, field: string): LanguageModelV3FilePart {
  const data = /^data:([^;,]+)(?:;[^,]*)?;base64,(.*)$/s.exec(address);
  if (data) return { type: "file", mediaType: data[1] ?? mediaType, data: data[2] ?? "" };
  if (!/^https?:/.test(address) || !URL.canParse(address)) throw refused(field, "Must be a data URI or an address.");
  return { type: "file", mediaType, data: new URL(address) };
}

function decoded(base64: string, field: string): Uint8Array {
  const characters = binaryOf(base64, field);
  const bytes = new Uint8Array(characters.length);
  // `Uint8Array.from` with a function takes seconds for a few megabytes.
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

function binaryOf(base64: string, field: string): string {
  try {
    return atob(base64);
  } catch {
    throw refused(field, "Must be base64.");
  }
}

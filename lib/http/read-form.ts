// Reads a form with a file. What is sent goes to disk as it comes: no upload is ever held in memory.

import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Busboy from "@fastify/busboy";
import { MAX_FILE_BYTES } from "@/lib/contracts/limits";
import { Failure, invalid, invalidField } from "@/lib/errors";
import type { Exchange, ResponseBody } from "@/lib/exchange/exchange";
import { boundedBody } from "@/lib/exchange/read-body";
import { webSignal } from "@/lib/exchange/signal";

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 100_000;
const MAX_NAME_BYTES = 200;
/** What the form around its file may take. */
const MAX_BYTES = MAX_FILE_BYTES + MAX_FIELDS * MAX_FIELD_BYTES;

type Values = Record<string, string | File>;

const tooLarge = () => new Failure("tooLarge", `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB.`);

/**
 * The work on a request's form; its file can be read until that is done. Throws 415 for another kind of body, 413 for one
 * that is too large, and 400 for a form that is none.
 */
export async function withForm<T>(request: Exchange, work: (values: Values) => Promise<T>): Promise<T> {
  const mediaType = request.header("content-type");
  if (!mediaType?.startsWith("multipart/form-data")) {
    throw new Failure("unsupportedMedia", "Send the file as multipart/form-data.");
  }
  const body = boundedBody(request, { most: MAX_BYTES, tooLarge });
  const folder = await mkdtemp(join(tmpdir(), "assay-upload-"));
  const done = new AbortController();
  try {
    return await work(await readForm({ body, mediaType, folder, gone: webSignal(request.signal), done: done.signal }));
  } finally {
    done.abort();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }); // its file may just be being opened
  }
}

interface Form {
  body: ResponseBody;
  mediaType: string;
  /** Where its file is put. */
  folder: string;
  gone: AbortSignal;
  /** Closes whatever is open of its file: one that stays open takes its space on disk, removed or not. */
  done: AbortSignal;
}

/** A file that is read from where it was put. Node's own blob of it stays open when its reader breaks off. */
class StoredFile extends File {
  readonly #stored: { path: string; size: number; done: AbortSignal };

  constructor(stored: { path: string; size: number; done: AbortSignal }, name: string, type: string) {
    super([], name, { type });
    this.#stored = stored;
  }

  override get size(): number {
    return this.#stored.size;
  }

  override stream() {
    const { path, done } = this.#stored;
    return Readable.toWeb(createReadStream(path, { signal: done })) as ReturnType<File["stream"]>; // safe: of bytes
  }
}

async function readForm(form: Form): Promise<Values> {
  try {
    return await parse(form);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw invalid("The form could not be read.", { code: "parse_error", cause: error });
  }
}

async function parse({ body, mediaType, folder, gone, done }: Form): Promise<Values> {
  const values = new Map<string, string | Promise<File>>();
  const limits = {
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    fieldNameSize: MAX_NAME_BYTES,
    files: 1,
    fileSize: MAX_FILE_BYTES,
  };
  const parser = new Busboy({ headers: { "content-type": mediaType }, limits });
  const refuse = (failure: Error) => parser.destroy(failure);
  parser.on("field", (name, value, _, isCut) => {
    if (isCut) refuse(invalidField(name, `At most ${MAX_FIELD_BYTES} bytes.`));
    else values.set(name, value);
  });
  parser.on("file", (name, content, fileName, _, type) => {
    const path = join(folder, "file");
    content.on("limit", () => refuse(tooLarge()));
    const file = createWriteStream(path);
    const stored = pipeline(content, file, { signal: done }).then(
      () => new StoredFile({ path, size: file.bytesWritten, done }, fileName, type),
    );
    stored.catch(refuse); // a disk that takes no more would keep the form waiting
    values.set(name, stored);
  });
  parser.on("filesLimit", () => refuse(invalid("Send one file.")));
  parser.on("fieldsLimit", () => refuse(invalid(`A form has at most ${MAX_FIELDS} fields.`)));
  await pipeline(body, parser, { signal: gone });
  return Object.fromEntries(
    await Promise.all([...values].map(async ([name, value]): Promise<[string, string | File]> => [name, await value])),
  );
}

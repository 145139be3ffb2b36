// Reads a form with a file. The upload goes to disk as it arrives and is never held in memory.

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
/** The size limit of the form without its file. */
const MAX_BYTES = MAX_FILE_BYTES + MAX_FIELDS * MAX_FIELD_BYTES;

type Values = Record<string, string | File>;

const tooLarge = () => new Failure("tooLarge", `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB.`);

/**
 * Runs `work` on a request's form; its file can be read until then. Throws 415 for another kind of body, 413 for one
 * that is too large, and 400 for an invalid form.
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
    return await work(
      await readForm({ body, mediaType, folder, disconnected: webSignal(request.signal), done: done.signal }),
    );
  } finally {
    done.abort();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }); // its file may be opening at this moment
  }
}

interface Form {
  body: ResponseBody;
  mediaType: string;
  /** The folder for its file. */
  folder: string;
  disconnected: AbortSignal;
  /** Closes open handles of its file: an open file takes up disk space even after it is removed. */
  done: AbortSignal;
}

/** A file read from disk. Node's own file blob stays open if its reader stops early. */
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
    throw invalid("Could not read the form.", { code: "parse_error", cause: error });
  }
}

async function parse({ body, mediaType, folder, disconnected, done }: Form): Promise<Values> {
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
    stored.catch(refuse); // on a full disk the form would wait forever
    values.set(name, stored);
  });
  parser.on("filesLimit", () => refuse(invalid("Send one file.")));
  parser.on("fieldsLimit", () => refuse(invalid(`A form has at most ${MAX_FIELDS} fields.`)));
  await pipeline(body, parser, { signal: disconnected });
  return Object.fromEntries(
    await Promise.all([...values].map(async ([name, value]): Promise<[string, string | File]> => [name, await value])),
  );
}

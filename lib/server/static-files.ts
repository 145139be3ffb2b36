// The scripts and styles of the screens, compressed once when they are built: smaller than what a server compresses on the way.
import { createReadStream } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import Negotiator from "negotiator";
import { logIgnored } from "@/lib/error-report";
import { whenNoFile } from "@/lib/rejections";

const types = new Map([
  [".js", "application/javascript; charset=UTF-8"],
  [".css", "text/css; charset=UTF-8"],
]);
/** Smaller ones fit into one packet as they are. */
const MIN_BYTES = 1_000;
const ADDRESS = "/_next/static/";
/** A stream's error when its client disconnects. */
const LEFT = /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|EPIPE)$/;
const compress = promisify(brotliCompress);

const staticFolder = (root: string): string => join(root, ".next", "static");

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(whenNoFile(() => []));
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Higher qualities up to 9 take up to eight times as long, for 1 % less. */
const QUICK_QUALITY = 5;

/** Writes a compressed file beside each script and style of a build: quickly, or as small as it can be. */
export async function compressStaticFiles(root: string, smallest: boolean): Promise<void> {
  const quality = smallest ? constants.BROTLI_MAX_QUALITY : QUICK_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const files = (await filesIn(staticFolder(root))).filter((file) => types.has(extname(file)));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length >= MIN_BYTES) await writeFile(`${file}.br`, await compress(bytes, { params }));
    }),
  );
}

export type ServeStatic = (pathname: string, message: IncomingMessage, response: ServerResponse) => boolean;

/** Answers for the files that were compressed; false leaves the request to Next. */
export async function staticFiles(root: string): Promise<ServeStatic> {
  const folder = staticFolder(root);
  const compressed = (await filesIn(folder)).filter((file) => file.endsWith(".br"));
  const known = new Map(
    await Promise.all(
      compressed.map(async (path) => {
        const plain = path.slice(0, -".br".length);
        const address = ADDRESS + relative(folder, plain).split(sep).join("/");
        const headers = {
          "cache-control": "public, max-age=31536000, immutable",
          "content-encoding": "br",
          "content-length": (await stat(path)).size,
          "content-type": types.get(extname(plain)) ?? "application/octet-stream",
          vary: "accept-encoding",
          "x-content-type-options": "nosniff",
        };
        return [address, { path, headers }] as const;
      }),
    ),
  );
  return (pathname, message, response) => {
    const file = known.get(pathname);
    const isRead = message.method === "GET" || message.method === "HEAD";
    if (!file || !isRead || message.headers.range) return false;
    if (!new Negotiator(message).encodings(["br"]).includes("br")) return false;
    response.writeHead(200, file.headers);
    if (message.method === "HEAD") response.end();
    else
      pipeline(createReadStream(file.path), response).catch((error) => {
        response.destroy();
        // The client disconnected: no answer is needed.
        if (!LEFT.test(error?.code)) logIgnored("send a compressed file")(error);
      });
    return true;
  };
}

import { readFile } from "node:fs/promises";
import { whenError } from "@/lib/rejections";
import { Problem } from "../verdict";

/** A file's text, as it is. Throws a Problem for any encoding but UTF-8, whose signs would be lost. */
export async function textOf(path: string): Promise<string> {
  const text = decoded(await readFile(path).catch(whenFolder(path)));
  if (text === null || text.includes("\0")) throw new Problem(`${path} is not UTF-8 text.`);
  return text;
}

const whenFolder = (path: string) =>
  whenError((error) => error instanceof Error && "code" in error && error.code === "EISDIR")((): never => {
    throw new Problem(`${path} is a folder.`);
  });

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

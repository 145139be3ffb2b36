import type { ExportSettings } from "./export-settings";

/** Statuses with which a collector asks for a retry. */
const LATER = new Set([429, 502, 503, 504]);

/** Sends an encoded export. Returns why it was refused; throws where it is worth another attempt. */
export async function sendSpans(
  { url, headers, timeoutMs }: ExportSettings,
  body: Uint8Array<ArrayBuffer>,
  count: number,
): Promise<string[]> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-protobuf" },
    body,
    signal: AbortSignal.timeout(timeoutMs),
    redirect: "error",
  });
  await response.body?.cancel();
  const { status, ok } = response;
  if (LATER.has(status)) throw new Error(`The collector answered ${status}.`);
  return ok ? [] : [`${count} spans were refused: the collector answered ${status}.`];
}

import type { Contract } from "@/lib/contracts/contract";
import { type Exchange, jsonReply, type Reply } from "@/lib/exchange/exchange";
import { requestUrl } from "@/lib/exchange/origin";

/** Other members are sent unchanged. */
interface Page {
  count: number;
  page: number;
  limit: number;
  results: unknown[];
  [member: string]: unknown;
}

/** A verb's download: a name, a media type, and the bytes as they are produced. */
export interface FileOutput {
  filename: string;
  mediaType: string;
  content: ReadableStream<Uint8Array>;
}

/** Sends a verb's output in the contract's envelope. Outside production, it is first checked against its schema. */
export function respond(contract: Contract, output: unknown, request: Exchange): Reply {
  if (contract.envelope === "file") return fileReply(output as FileOutput); // safe because `file` contracts declare it
  if (process.env.NODE_ENV !== "production") contract.response.parse(output);
  if (contract.envelope === "page") return jsonReply(pageBody(output as Page, request)); // safe as above
  return jsonReply(contract.envelope === "result" ? { status: true, result: output } : output);
}

function pageBody({ count, page, limit, results, ...beside }: Page, request: Exchange) {
  const pages = Math.max(1, Math.ceil(count / limit));
  const link = (target: number) => {
    const url = requestUrl(request);
    url.searchParams.set("page", String(target));
    return url.href;
  };
  return {
    count,
    next: page < pages ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    results,
    ...beside,
    total_pages: pages,
    current_page: page,
  };
}

/** Old clients read the first name, which is plain; RFC 6266 gives the second to all others. */
export function dispositionOf(filename: string): string {
  const plain = filename.replaceAll(/[^\w.-]/g, "_");
  if (plain === filename) return `attachment; filename="${plain}"`;
  const whole = encodeURIComponent(filename.replaceAll(/[/\\\p{C}]/gu, "_")).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

export const fileReply = ({ filename, mediaType, content }: FileOutput): Reply => ({
  status: 200,
  headers: {
    "content-type": mediaType,
    "content-disposition": dispositionOf(filename),
  },
  body: content,
});

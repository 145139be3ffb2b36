// A name server that answers every question for TXT records with those it has, over UDP.
import { createSocket } from "node:dgram";

export interface NameServer {
  /** Values by name. */
  records: Map<string, string>;
  stop(): void;
}

export async function startNameServer(host: string): Promise<NameServer> {
  const [address = "", port = ""] = host.split(":");
  const records = new Map<string, string>();
  const socket = createSocket("udp4");
  socket.on("message", (question, { address: to, port: at }) => socket.send(answerTo(question, records), at, to));
  await new Promise<void>((resolve) => socket.bind(Number(port), address, resolve));
  return { records, stop: () => socket.close() };
}

const HEADER = 12;

function answerTo(question: Buffer, records: Map<string, string>): Buffer {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  // Behind the name are a zero, the type and the class.
  const name = question.subarray(HEADER, at + 5);
  const value = records.get(labels.join(".").toLowerCase());
  const header = Buffer.alloc(HEADER);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(value === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(value === undefined ? 0 : 1, 6);
  if (value === undefined) return Buffer.concat([header, name]);
  const text = Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(16, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(1, 6);
  record.writeUInt16BE(text.length, 10);
  return Buffer.concat([header, name, record, text]);
}

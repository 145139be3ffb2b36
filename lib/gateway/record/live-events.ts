// Events from the edge to Inngest, whose functions reach Postgres: over its event API, because its SDK is built for Node.

import { keepAlive } from "@/lib/exchange/keep-alive";
import { bookedEntry, type Ledger, type LedgerEntry } from "../money/ledger-entry";
import { reportError } from "../report";
import { sha256 } from "../sha256";
import { recordOf } from "./record-of";
import type { CompletedRequest, Recorder } from "./recorder";

/** Of a call's input and output each. Inngest takes events of 256 KB; a character may need four bytes and quotes two. */
const CONTENT_CHARACTERS = 24_000;
const NOTICE_INTERVAL_MS = 60_000;
const PAUSES_MS = [250, 1000, 4000];

interface Event {
  /** Inngest drops a second event with an id that it knows. */
  id: string;
  name: string;
  data: object;
}

/** Continues work after the response. A runtime that cannot do that does not fail. */
export function outlive(work: Promise<unknown>): void {
  try {
    keepAlive(work);
  } catch (error) {
    reportError(error); // an answer does not depend on whether it can be recorded
  }
}

/** Announces that Redis has lost the projection; once a minute at most, by the event's id. */
export async function announceLoss(): Promise<void> {
  const id = `projection-lost-${Math.floor(Date.now() / NOTICE_INTERVAL_MS)}`;
  await send({ name: "gateway/projection.lost", id, data: {} }).catch(reportError);
}

/** Sends each finished request as an event. */
export const inngestRecorder: Recorder = {
  begin() {
    const settle = announceWork();
    return (request) => settle(sendRequest(request).catch(reportError));
  },
};

/** Sends each entry as an event. */
export const inngestLedger: Ledger = {
  begin() {
    const settle = announceWork();
    return (entry, booked) => settle(recordEntry(entry, booked).catch(reportError));
  },
};

/** Keeps the runtime alive until the work that it finally receives is done. */
function announceWork(): (work: Promise<void> | undefined) => void {
  let settle: (work: Promise<void> | undefined) => void = () => {};
  outlive(
    new Promise<void>((resolve) => {
      settle = resolve;
    }),
  );
  return settle;
}

async function sendRequest(request: CompletedRequest): Promise<void> {
  const data = await recordOf(request, CONTENT_CHARACTERS, sha256);
  await sendPersistently({ name: "gateway/request.completed", id: `gateway-request-${request.id}`, data });
}

async function recordEntry(entry: LedgerEntry | null, booked?: Promise<boolean>): Promise<void> {
  const isBooked = await booked;
  if (!entry) return;
  const data = isBooked === undefined ? entry : bookedEntry(entry, isBooked);
  await sendPersistently({ name: "gateway/call.settled", id: `gateway-entry-${entry.id}`, data });
}

async function sendPersistently(event: Event): Promise<void> {
  for (const pause of PAUSES_MS) {
    const isSent = await send(event).then(
      () => true,
      () => false,
    );
    if (isSent) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  await send(event);
}

/** Does nothing where no Inngest is configured. */
async function send(event: Event): Promise<void> {
  const { INNGEST_EVENT_KEY, INNGEST_BASE_URL, INNGEST_DEV } = process.env;
  const development = INNGEST_DEV?.startsWith("http") ? INNGEST_DEV : INNGEST_DEV && "http://127.0.0.1:8288";
  const server = INNGEST_BASE_URL ?? development ?? "https://inn.gs";
  if (!INNGEST_EVENT_KEY && !development) return;
  const response = await fetch(`${server.replace(/\/$/, "")}/e/${INNGEST_EVENT_KEY ?? "dev"}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(event),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`Inngest answered ${response.status} to an event.`);
}

// Protocols beside chats that some providers support themselves: a request in one of them is forwarded unchanged.
import { isRecord, recordsIn } from "@/lib/records";
import type { ProviderSettings } from "../../settings";
import type { NativeOperation } from "./operations";

/** A request in its own protocol. */
export interface NativeRequest {
  operation: NativeOperation;
  /** As the client sent it. */
  body: Record<string, unknown>;
  /** Of the client's, those that the protocol knows. */
  headers: Record<string, string>;
}

/** Whether a provider takes requests of this protocol as they are. */
export const serves = (provider: ProviderSettings, operation: NativeOperation): boolean =>
  provider.kind !== "sandbox" && provider.native?.includes(operation) === true;

/** Whether a response continues from earlier ones that the provider stores. */
export const refersToKept = ({ previous_response_id: previous, conversation, input }: NativeRequest["body"]): boolean =>
  Boolean(previous || conversation) || recordsIn(input).some(({ type }) => type === "item_reference");

/** Whether Anthropic may keep any of the request in its cache for an hour, which costs more. */
export const cachesForAnHour = ({ operation, body }: NativeRequest): boolean =>
  operation === "messages" &&
  (isForAnHour(body) ||
    hasBlockForAnHour(body.system) ||
    hasBlockForAnHour(body.tools) ||
    recordsIn(body.messages).some(({ content }) => hasBlockForAnHour(content)));

const hasBlockForAnHour = (blocks: unknown): boolean =>
  Array.isArray(blocks) &&
  blocks.some((block) => isRecord(block) && (isForAnHour(block) || hasBlockForAnHour(block.content)));

const isForAnHour = ({ cache_control: control }: NativeRequest["body"]): boolean =>
  isRecord(control) && control.ttl === "1h";

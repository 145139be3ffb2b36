// The messages of OpenTelemetry's trace export (opentelemetry-proto 1.x) in protobuf: names, types and field numbers.
import protobuf from "protobufjs/light.js";

type Fields = Record<string, [type: string, id: number, rule?: "repeated"]>;

const messages: Record<string, Fields> = {
  ExportTraceServiceRequest: { resourceSpans: ["ResourceSpans", 1, "repeated"] },
  ExportTraceServiceResponse: { partialSuccess: ["ExportTracePartialSuccess", 1] },
  ExportTracePartialSuccess: { rejectedSpans: ["int64", 1], errorMessage: ["string", 2] },
  ResourceSpans: { resource: ["Resource", 1], scopeSpans: ["ScopeSpans", 2, "repeated"] },
  Resource: { attributes: ["KeyValue", 1, "repeated"] },
  ScopeSpans: { scope: ["InstrumentationScope", 1], spans: ["Span", 2, "repeated"] },
  InstrumentationScope: { name: ["string", 1], version: ["string", 2] },
  Span: {
    traceId: ["bytes", 1],
    spanId: ["bytes", 2],
    parentSpanId: ["bytes", 4],
    name: ["string", 5],
    kind: ["int32", 6],
    startTimeUnixNano: ["fixed64", 7],
    endTimeUnixNano: ["fixed64", 8],
    attributes: ["KeyValue", 9, "repeated"],
    events: ["Event", 11, "repeated"],
    links: ["Link", 13, "repeated"],
    status: ["Status", 15],
    flags: ["fixed32", 16],
  },
  Event: { timeUnixNano: ["fixed64", 1], name: ["string", 2], attributes: ["KeyValue", 3, "repeated"] },
  Link: { traceId: ["bytes", 1], spanId: ["bytes", 2], attributes: ["KeyValue", 4, "repeated"] },
  Status: { message: ["string", 2], code: ["int32", 3] },
  KeyValue: { key: ["string", 1], value: ["AnyValue", 2] },
  AnyValue: {
    stringValue: ["string", 1],
    boolValue: ["bool", 2],
    intValue: ["int64", 3],
    doubleValue: ["double", 4],
    arrayValue: ["ArrayValue", 5],
    kvlistValue: ["KeyValueList", 6],
    bytesValue: ["bytes", 7],
  },
  ArrayValue: { values: ["AnyValue", 1, "repeated"] },
  KeyValueList: { values: ["KeyValue", 1, "repeated"] },
};
/** Fields of which at most one is set; a set field differs from a missing one even if it is 0 or empty. */
const oneofs: Record<string, string> = { AnyValue: "value" };

const root = protobuf.Root.fromJSON({
  nested: Object.fromEntries(
    Object.entries(messages).map(([message, fields]) => {
      const described = Object.entries(fields).map(([name, [type, id, rule]]) => [
        name,
        rule ? { type, id, rule } : { type, id },
      ]);
      const oneof = oneofs[message];
      return [
        message,
        {
          fields: Object.fromEntries(described),
          ...(oneof ? { oneofs: { [oneof]: { oneof: Object.keys(fields) } } } : {}),
        },
      ];
    }),
  ),
});

export const [resourceType, spanType] = [root.lookupType("Resource"), root.lookupType("Span")];
export const exportRequest = root.lookupType("ExportTraceServiceRequest");
export const exportResponse = root.lookupType("ExportTraceServiceResponse");

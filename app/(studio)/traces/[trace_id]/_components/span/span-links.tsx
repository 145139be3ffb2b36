"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useRole } from "@/app/_components/use-role";
import { links } from "@/lib/client/links";
import { mayManageMembers } from "@/lib/client/roles";
import { sourceQueuesQuery } from "@/lib/client/traces";
import type { Span } from "@/lib/contracts/traces/traces";
import type { WholeTrace } from "../whole-trace";

/** Where else this span or its trace appears: the gateway's log, a simulated call, queues. */
export function SpanLinks({ trace, span }: { trace: WholeTrace; span: Span }) {
  const role = useRole();
  const queues = useQuery(
    sourceQueuesQuery([
      { source_type: "trace", source_id: trace.id },
      { source_type: "observation_span", source_id: span.span_id },
    ]),
  );
  const requestId = span.attributes["gateway.request_id"];
  const found = [
    { label: "Try an evaluation", href: links.playground({ trace: trace.trace_id, span: span.span_id }) },
    ...(typeof requestId === "string" && mayManageMembers(role)
      ? [{ label: "Gateway request", href: links.requestOfSpan(trace.trace_id, requestId) }]
      : []),
    ...(trace.call ? [{ label: "Simulated call", href: links.call(trace.call.id, trace.call.turn) }] : []),
    ...(queues.data ?? []).flatMap(({ queue, item }) =>
      item ? [{ label: `Item in ${queue.name}`, href: links.desk(queue.id, item.id) }] : [],
    ),
  ];
  return (
    <ul aria-label="Links" className="flex flex-wrap gap-x-4 gap-y-1">
      {found.map(({ label, href }) => (
        <li key={href}>
          <NextLink href={href} className="reach text-accent wrap-anywhere hover:underline">
            {label}
          </NextLink>
        </li>
      ))}
    </ul>
  );
}

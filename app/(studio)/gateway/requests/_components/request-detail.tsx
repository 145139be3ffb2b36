"use client";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { SourceField } from "@/app/_components/source/source-field";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { latencyText } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { requestQuery } from "@/lib/client/gateway-log";
import { AddToQueue } from "../../../_components/add-to-queue";
import { effectOf } from "./guardrail-mark";
import { type Detail, factsOf } from "./request-facts";
import { RequestStatus } from "./request-table";

interface Props {
  id: string;
  /** Filters the list by a value of this request. */
  onFilter: (name: string, text: string) => void;
  /** Null if the surrounding dialog has its own close button. */
  onClose: (() => void) | null;
}

export const RequestDetail = ({ id, ...rest }: Props) => (
  <Loaded
    found={useQuery(requestQuery(id))}
    problem="The request could not be loaded"
    skeleton={<Skeleton className="h-64" />}
  >
    {(request) => <Shown request={request} {...rest} />}
  </Loaded>
);

const Shown = ({ request, onFilter, onClose }: { request: Detail } & Omit<Props, "id">) => (
  <div className="grid gap-5">
    <div className="flex items-start justify-between gap-2">
      <h2 className="text-base font-medium">
        <RequestStatus request={request} />
      </h2>
      {onClose ? (
        <IconButton label="Close the request" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
    {request.message ? <p className="text-soft wrap-anywhere">{request.message}</p> : null}
    {request.trace ? (
      <Messages trace={request.trace} />
    ) : (
      <p className="text-soft">
        {request.provider === null
          ? "No model was called, so there are no messages."
          : "No trace was stored for this request."}
      </p>
    )}
    <Guardrails request={request} />
    <Attempts request={request} />
    <DefinitionList entries={factsOf(request, onFilter)} />
  </div>
);

/** The input and output of the request's trace, which can be added to a queue. */
function Messages({ trace }: { trace: NonNullable<Detail["trace"]> }) {
  const [adding, setAdding] = useState(false);
  const open = () => setAdding(true);
  useShortcuts("Request", [{ keys: "a", description: "Add to a queue", run: open }]);
  return (
    <div className="grid gap-4">
      {trace.input === null && trace.output === null ? (
        <p className="text-soft">Only the metadata of this request was stored.</p>
      ) : (
        <>
          <SourceField name="Input" text={textOf(trace.input)} />
          <SourceField name="Output" text={textOf(trace.output)} />
        </>
      )}
      <div>
        <Button keys="a" onClick={open}>
          Add to a queue
        </Button>
      </div>
      <AddToQueue
        what="The trace becomes an item"
        sources={{ items: [{ source_type: "trace", source_id: trace.id }] }}
        open={adding}
        onOpenChange={setAdding}
      />
    </div>
  );
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);

function Guardrails({ request: { guardrails } }: { request: Detail }) {
  if (guardrails.length === 0) return null;
  return (
    <section aria-label="Guardrails" className="grid gap-1">
      <h3 className="text-xs font-medium text-faint">Guardrails</h3>
      <ul className="grid gap-1">
        {guardrails.map(({ name, reason, ...fired }) => (
          <li key={`${name} ${fired.stage} ${fired.effect}`} className="wrap-anywhere">
            <span className="font-medium">{name}</span> {effectOf(fired)}
            {reason ? <span className="text-soft">: {reason}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Attempts({ request: { attempts } }: { request: Detail }) {
  if (attempts.length === 0) return null;
  return (
    <section aria-label="Attempts" className="grid gap-1">
      <h3 className="text-xs font-medium text-faint">Attempts</h3>
      <ol className="grid gap-1 tabular-nums">
        {attempts.map(({ provider, model, code, provider_status, started_after_ms, latency_ms }) => (
          <li key={started_after_ms + provider + model} className="wrap-anywhere">
            {provider}/{model}{" "}
            <span className="text-soft">
              {code === null ? "answered" : code.replaceAll("_", " ")}
              {provider_status === null ? "" : ` (HTTP ${provider_status})`}
              {latency_ms === null ? "" : ` after ${latencyText(latency_ms)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

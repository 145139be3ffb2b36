// The types of sources by name.
import type { SourceType } from "@/lib/contracts/shapes";
import type { Source } from "./source";
import { call } from "./source-call";
import { datasetRow } from "./source-dataset-row";
import { prototypeRun } from "./source-prototype-run";
import { session } from "./source-session";
import { span } from "./source-span";
import { trace } from "./source-trace";

export const sources: Record<SourceType, Source> = {
  dataset_row: datasetRow,
  trace,
  observation_span: span,
  trace_session: session,
  prototype_run: prototypeRun,
  call_execution: call,
};

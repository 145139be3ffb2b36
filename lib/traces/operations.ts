// Every tracing operation: its contract joined to its verb. Route files and the stand-alone server serve these.
import * as otlpContracts from "@/lib/contracts/traces/otlp";
import * as projectContracts from "@/lib/contracts/traces/projects";
import * as runContracts from "@/lib/contracts/traces/prototype-runs";
import * as sessionContracts from "@/lib/contracts/traces/sessions";
import * as spanContracts from "@/lib/contracts/traces/spans";
import * as traceContracts from "@/lib/contracts/traces/traces";
import { endpoint } from "@/lib/http/endpoint";
import { otlpEndpoint } from "@/lib/http/otlp-endpoint";
import * as ingestion from "./ingestion";
import * as projects from "./projects";
import * as runs from "./prototype-runs";
import * as sessions from "./sessions";
import * as spans from "./spans";
import * as traces from "./traces";

export const exportTraces = otlpEndpoint(otlpContracts.exportTraces, ingestion.exportTraces);
export const exportTracesOfClients = otlpEndpoint(otlpContracts.exportTracesOfClients, ingestion.exportTraces);
export const listProjectTable = endpoint(projectContracts.listProjectTable, projects.listProjectTable);
export const listProjects = endpoint(projectContracts.listProjects, projects.listProjects);
export const createProject = endpoint(projectContracts.createProject, projects.createProject);
export const listTraces = endpoint(traceContracts.listTraces, traces.listTraces);
export const getTrace = endpoint(traceContracts.getTrace, traces.getTrace);
export const listSpans = endpoint(spanContracts.listSpans, spans.listSpans);
export const listSessions = endpoint(sessionContracts.listSessions, sessions.listSessions);
export const listPrototypeRuns = endpoint(runContracts.listPrototypeRuns, runs.listPrototypeRuns);
export const createPrototypeRun = endpoint(runContracts.createPrototypeRun, runs.createPrototypeRun);

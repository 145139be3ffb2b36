// Every operation of the product. The stand-alone server serves this list; App Router's route files export the same handlers.
import * as accounts from "@/lib/accounts/operations";
import * as alerts from "@/lib/alerts/operations";
import * as curation from "@/lib/curation/operations";
import * as datasets from "@/lib/datasets/operations";
import * as experiments from "@/lib/evaluation/experiments/operations";
import * as groundTruth from "@/lib/evaluation/ground-truth/operations";
import * as evaluation from "@/lib/evaluation/operations";
import * as promptWriting from "@/lib/evaluation/prompt-writing/operations";
import * as gateway from "@/lib/gateway/operations";
import * as gatewayAdmin from "@/lib/gateway-admin/operations";
import type { Operation } from "@/lib/http/endpoint";
import { segments } from "@/lib/http/paths";
import { mcpOperation } from "@/lib/mcp/operation";
import * as notifications from "@/lib/notifications/operations";
import * as platform from "@/lib/platform/operations";
import * as prompts from "@/lib/prompts/operations";
import * as simulation from "@/lib/simulation/operations";
import * as traces from "@/lib/traces/operations";
import * as annotation from "./annotation/operations";

const isOperation = (value: unknown): value is Operation => typeof value === "function" && "contract" in value;

/** Its tools are all operations, also itself. */
export const mcp: Operation = mcpOperation(() => operations);

export const operations: readonly Operation[] = [
  { mcp },
  platform,
  accounts,
  notifications,
  datasets,
  annotation,
  evaluation,
  groundTruth,
  experiments,
  simulation,
  traces,
  alerts,
  curation,
  gateway,
  gatewayAdmin,
  prompts,
  promptWriting,
].flatMap((module) => Object.values<unknown>(module).filter(isOperation));

/** The first names of the API's paths: what begins with one of them is never a screen. */
export const apiParts: ReadonlySet<string> = new Set(
  operations.map(({ contract }) => segments(contract.path)[0] ?? ""),
);

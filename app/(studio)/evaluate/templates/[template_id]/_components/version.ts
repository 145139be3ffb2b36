import type { Output } from "@/lib/contracts/contract";
import type { listEvalTemplateVersions } from "@/lib/contracts/evaluation/template-versions";

export type Version = Output<typeof listEvalTemplateVersions>["versions"][number];

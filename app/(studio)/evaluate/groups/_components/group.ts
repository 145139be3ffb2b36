import type { Output } from "@/lib/contracts/contract";
import type { getEvalGroup } from "@/lib/contracts/evaluation/groups";

export type GroupDetail = Output<typeof getEvalGroup>;
export type Group = GroupDetail["eval_group"];
export type Member = GroupDetail["members"][number];

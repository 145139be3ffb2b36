import type { ListedExperiment } from "@/lib/contracts/evaluation/experiments/experiments";

/** Where an experiment's outputs come from. */
export const taskText = ({ task, model, agent }: Pick<ListedExperiment, "task" | "model" | "agent">): string =>
  task === "prompt"
    ? `Prompt with ${model ?? "a model"}`
    : task === "agent"
      ? `Agent ${agent?.name ?? ""}, version ${agent?.version ?? ""}`
      : task === "column"
        ? "Output column as it was"
        : "Outputs sent by API";

import type { ListedExperiment } from "@/lib/contracts/evaluation/experiments/experiments";

/** Where an experiment's outputs come from. */
export const taskText = ({ task, model }: Pick<ListedExperiment, "task" | "model">): string =>
  task === "prompt"
    ? `Prompt with ${model ?? "a model"}`
    : task === "column"
      ? "Output column as it was"
      : "Outputs sent by API";

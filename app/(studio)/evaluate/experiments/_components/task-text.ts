import type { ListedExperiment } from "@/lib/contracts/evaluation/experiments/experiments";

/** Where an experiment's outputs come from. */
export const taskText = ({
  task,
  prompt,
  model,
  agent,
}: Pick<ListedExperiment, "task" | "prompt" | "model" | "agent">): string =>
  task === "prompt"
    ? `${prompt ? `Prompt ${prompt.name}, ${prompt.version},` : "Prompt"} with ${model ?? "a model"}`
    : task === "agent"
      ? `Agent ${agent?.name ?? ""}, version ${agent?.version ?? ""}`
      : task === "column"
        ? "Output column as it was"
        : "Outputs sent by API";

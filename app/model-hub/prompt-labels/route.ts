import { routeOf } from "@/lib/http/route";
import { createPromptLabel, deletePromptLabel, listPromptLabels } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(
  listPromptLabels,
  createPromptLabel,
  deletePromptLabel,
);

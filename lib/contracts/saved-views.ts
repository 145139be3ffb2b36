// What the saved views of any list are.
import { z } from "zod";
import { id, name, timestamp } from "./shapes";

/** The most views of one person for one list. */
export const MAX_VIEWS = 100;

export const savedView = (idInSpec: string) =>
  z
    .object({
      id,
      name: z.string(),
      query: z.string().meta({ description: "Filters, columns and order, as the query of the list's URL" }),
      created_at: timestamp,
    })
    .meta({ id: idInSpec });
export type SavedView = z.infer<ReturnType<typeof savedView>>;

export const viewBody = z.strictObject({ name, query: z.string().max(4000) });
export const VIEW_ID = { description: "Id of the view" };

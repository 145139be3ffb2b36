// The filters of a queue's items, for the list and for changes to all items that match.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { id, itemPurposes, itemStatuses, reviewStatuses, sourceTypes, timestamp } from "../../shapes";

/** Limits on the states and types in one filter. */
const MAX_NAMED = 50;
const value = z.string().min(1).max(500);
const MAX_VALUES = 50;
const VALUES = `Must be a text of 1 to 500 characters, or a list of 1 to ${MAX_VALUES} such texts.`;
const REVIEWERS = "For managers and reviewers";

/** Filters are joined by AND. */
export const itemFilterFields = {
  status: list(z.enum([...itemStatuses, "in_review", "resubmitted", "needs_changes", "all"]), MAX_NAMED)
    .optional()
    .meta({ description: "Repeatable or comma separated" }),
  source_type: list(z.enum([...sourceTypes, "all"]), MAX_NAMED).optional(),
  assigned_to: z.union([z.literal("me"), id]).optional(),
  review_status: z.enum([...reviewStatuses, "all"]).optional(),
  purpose: list(z.enum([...itemPurposes, "all"]), MAX_NAMED)
    .optional()
    .meta({ description: `Default: work and gold items. ${REVIEWERS}` }),
  disagreement_label: id.optional().meta({
    description: `Only items to which annotators gave different values under this label. ${REVIEWERS}`,
  }),
  search: z
    .string()
    .max(255)
    .optional()
    .meta({
      description: `Part of a dataset row's cells, ignoring case; of other sources, part of the name. ${REVIEWERS}`,
    }),
  label_id: id.optional().meta({
    description: `The label of value, min_value, max_value, answered, first_value and second_value. ${REVIEWERS}`,
  }),
  value: z
    .union([value, list(value, MAX_VALUES).min(1)], VALUES)
    .optional()
    .meta({
      description:
        "Items to which somebody gave this value under label_id: a category, a number, up or down, a number of stars, a preferred field, the category of a text span, or a part of a text. Repeatable: any of the values counts",
    }),
  min_value: z.number().optional().meta({ description: "The least value under label_id, of numbers and stars" }),
  max_value: z.number().optional().meta({ description: "The greatest value under label_id, of numbers and stars" }),
  answered: z.boolean().optional().meta({ description: "Whether anybody has answered label_id" }),
  completed_by: id.optional().meta({ description: `Items that this annotator has completed. ${REVIEWERS}` }),
  pair: list(id, 2)
    .length(2, "Two annotators.")
    .optional()
    .meta({
      description: `Two annotators: only items on which both answered the same label, counting only answers that agreement counts. ${REVIEWERS}`,
    }),
  pair_differs: z.boolean().optional().meta({ description: "Whether the values of the pair differ" }),
  first_value: value.optional().meta({
    description: "What the first of the pair answered under label_id, as the confusion table names it",
  }),
  second_value: value.optional().meta({ description: "The same for the second of the pair" }),
  added_since: timestamp.optional().meta({ description: `Items added then or later. ${REVIEWERS}` }),
  added_until: timestamp.optional().meta({ description: `Items added before. ${REVIEWERS}` }),
  completed_since: timestamp.optional().meta({ description: `Items completed then or later. ${REVIEWERS}` }),
  completed_until: timestamp.optional().meta({ description: `Items completed before. ${REVIEWERS}` }),
};

export const itemFilters = z.strictObject(itemFilterFields).meta({ id: "ItemFilters" });
export type ItemFilters = z.infer<typeof itemFilters>;

/** The filters that annotators may use. All others could tell checks from work, or show other people's answers. */
export const annotatorFilters = [
  "status",
  "source_type",
  "assigned_to",
  "review_status",
] as const satisfies readonly (keyof ItemFilters)[];

const columns = [
  "created_at",
  "order",
  "status",
  "annotations_completed",
  "assigned_to",
  "reserved_by",
  "priority",
  "open_feedback",
  "completed_at",
  "purpose",
  "completed_by",
] as const;
export type ItemOrderColumn = (typeof columns)[number];
/** Each column, ascending and with a minus sign descending. */
export const itemOrderings = columns.flatMap((column) => [column, `-${column}`] as const);
const LONGEST_NAME = 255;
/** By a label's answers or a field of the source: `label:` and the label's id, or `field:` and the field's name. */
const namedOrdering = z.templateLiteral([
  z.enum(["", "-"]),
  z.enum(["label:", "field:"]),
  z.string().min(1).max(LONGEST_NAME),
]);
export const itemOrdering = z.union([z.enum(itemOrderings), namedOrdering]);
export type ItemOrdering = z.infer<typeof itemOrdering>;
export const annotatorOrderings: readonly ItemOrdering[] = ["created_at", "-created_at", "order", "-order"];

const MAX_NAMED_ITEMS = 10_000;

/** The items that a request changes: by id, or all that match. */
export const chosenItems = {
  item_ids: list(id, MAX_NAMED_ITEMS).min(1, "At least one item is required.").optional(),
  filter: itemFilters
    .optional()
    .meta({ description: "In place of item_ids: all items that match the filters of the list, none of them for all" }),
};

type Chosen = { item_ids?: unknown; filter?: unknown };
/** For `refine`: exactly one of the two. */
export const namesItems = ({ item_ids, filter }: Chosen): boolean =>
  (item_ids === undefined) !== (filter === undefined);
export const NAMES_ITEMS = { path: ["filter"], error: "Give exactly one of item_ids and filter." };

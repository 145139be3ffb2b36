// Who used the application, where it ran, and how its trace was tagged.
import type { Attributes } from "./attributes";
import * as conventions from "./conventions";
import { firstText, parsed, shortName } from "./span-meaning";

export interface SpanLabels {
  userId: string | null;
  environment: string | null;
  /** Null if the application sent none. */
  tags: string[] | null;
}

const MAX_TAGS = 50;

export const readLabels = (resource: Attributes, attributes: Attributes): SpanLabels => ({
  userId: firstText(attributes, conventions.user) ?? firstText(resource, conventions.user),
  environment: firstText(attributes, conventions.environment) ?? firstText(resource, conventions.environment),
  tags: firstTags(attributes) ?? firstTags(resource),
});

function firstTags(attributes: Attributes): string[] | null {
  for (const key of conventions.tags) {
    const tags = listIn(attributes[key])
      .filter((tag) => typeof tag === "string" || typeof tag === "number")
      .map((tag) => shortName(String(tag).trim()))
      .filter((tag) => tag !== "");
    if (tags.length > 0) return [...new Set(tags)].slice(0, MAX_TAGS);
  }
  return null;
}

function listIn(value: unknown): unknown[] {
  const list = parsed(value);
  if (Array.isArray(list)) return list;
  return typeof list === "string" ? list.split(",") : [];
}

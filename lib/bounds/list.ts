// Lists and dictionaries of contracts. Each contract must say how many entries they take.
import { z } from "zod";
import { MAX_FINDINGS } from "./limits";

interface ListDefinition extends z.core.$ZodArrayDef {
  most: number;
}

/** zod's array, whose check ends once it has found enough. */
const List = z.core.$constructor<z.ZodArray, ListDefinition>("List", (schema, definition) => {
  z.ZodArray.init(schema, definition);
  const checkWhole = schema._zod.parse;
  schema._zod.parse = (payload, context) => {
    const { value, issues } = payload;
    // A value that is not a list, or a list that is too long, is not read further.
    if (!Array.isArray(value) || value.length > definition.most) return checkWhole(payload, context);
    const entries: unknown[] = [];
    for (const [index, entry] of value.entries()) {
      const checked = definition.element._zod.run({ value: entry, issues: [] }, context);
      if (checked instanceof Promise) throw new z.core.$ZodAsyncError();
      issues.push(...z.core.util.prefixIssues(index, checked.issues));
      entries.push(checked.value);
      if (issues.length >= MAX_FINDINGS) break;
    }
    payload.value = entries;
    return payload;
  };
});

/** A list of at most `most` entries. */
export function list<T extends z.ZodType>(
  element: T,
  most: number,
  tooMany = `At most ${most} entries.`,
): z.ZodArray<T> {
  const schema = new List({ type: "array", element, most });
  return schema.max(most, tooMany) as z.ZodArray<T>; // safe because List is zod's array of `element`
}

interface DictionaryDefinition extends z.core.$ZodRecordDef {
  most: number;
}

/** zod's record, which counts before it checks. */
const Dictionary = z.core.$constructor<z.ZodRecord, DictionaryDefinition>("Dictionary", (schema, definition) => {
  z.ZodRecord.init(schema, definition);
  const checkMembers = schema._zod.parse;
  schema._zod.parse = (payload, context) => {
    const { value } = payload;
    if (value === null || typeof value !== "object" || Object.keys(value).length <= definition.most) {
      return checkMembers(payload, context);
    }
    const message = `At most ${definition.most} members.`;
    payload.issues.push({ code: "custom", message, input: value, inst: schema, continue: false });
    return payload;
  };
});

/** An object of at most `most` members, whose names its sender chooses. */
export function dictionary<K extends z.ZodType<string, string>, V extends z.ZodType>(
  name: K,
  value: V,
  most: number,
): z.ZodRecord<K, V> {
  const schema = new Dictionary({ type: "record", keyType: name, valueType: value, most });
  return schema.meta({ maxProperties: most }) as z.ZodRecord<K, V>; // safe because Dictionary is zod's record of the two
}

// Fields in snake_case or camelCase: some operations are documented in one, and published clients send and read the
// other.
import { z } from "zod";
import { documentedAs } from "./documented";

type CamelCase<Name> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<CamelCase<Rest>>}` : Name;
type OptionalField<Schema> =
  Schema extends z.ZodDefault<infer Inner> ? z.ZodOptional<Inner> : z.ZodOptional<Schema & z.ZodType>;
type Spelled<Shape> = { [Name in keyof Shape]: OptionalField<Shape[Name]> } & {
  [Name in keyof Shape as CamelCase<Name>]: OptionalField<Shape[Name]>;
};

const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Marks, in the API's description, an object whose members have two names. */
export const IN_CAMEL_CASE_TOO = { "x-also-camel-case": true };

/**
 * Accepts each field under either name; values are not changed. If both are sent, snake_case wins. A strict object still
 * refuses other fields. Documented in snake_case.
 */
export function bothSpellings<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const plain = Object.entries(schema.shape).map(([name, member]) => {
    const own = member instanceof z.ZodDefault ? member.unwrap() : member;
    return [name, z.optional(own)] as const;
  });
  const twins = plain.map(([name, member]) => [camelCase(name), member] as const);
  // Safe because it has each field of the shape, without its default, under both names.
  const members = Object.fromEntries([...twins, ...plain]);
  const isStrict = schema.def.catchall instanceof z.ZodNever;
  const spelled = (isStrict ? z.strictObject(members) : z.object(members)) as unknown as z.ZodObject<
    Spelled<Shape> & z.ZodRawShape
  >;
  const folded = spelled.transform((body): Record<string, unknown> => {
    const sent: Record<string, unknown> = body;
    return Object.fromEntries(
      plain.flatMap(([name]) => {
        const value = sent[name] === undefined ? sent[camelCase(name)] : sent[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  });
  const read = folded.pipe(
    schema as unknown as z.ZodType<z.output<z.ZodObject<Shape>>, Record<string, unknown>>,
  ) as unknown as z.ZodType<z.output<z.ZodObject<Shape>>, z.input<z.ZodObject<Shape>> | Record<string, unknown>>;
  return documentedAs(read, schema.meta(IN_CAMEL_CASE_TOO));
}

type Twins<T> = { [Name in keyof T as CamelCase<Name>]: T[Name] };

/** The schema of an answer that has each of its members under both names. Documented in snake_case. */
export function answeredInBoth<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): z.ZodObject<Shape & Twins<Shape>> {
  const twins = Object.entries(schema.shape).map(([name, member]) => [camelCase(name), member]);
  // Safe because these are the shape's members under their other names.
  const both = schema.extend(Object.fromEntries(twins)) as unknown as z.ZodObject<Shape & Twins<Shape>>;
  return documentedAs(both, schema.meta(IN_CAMEL_CASE_TOO));
}

/** An answer's members under both names. */
export function underBothNames<T extends object>(answer: T): T & Twins<T> {
  const twins = Object.entries(answer).map(([name, value]) => [camelCase(name), value]);
  return Object.assign(Object.fromEntries(twins), answer); // safe because each member has both names
}

// Bodies that refuse unknown members, but not those that clients send without effect.
import { z } from "zod";
import { documentedAs } from "./documented";

/**
 * An object of this shape. It takes the ignored members too, so that published clients go on, and so that an answer can be sent
 * back; nobody reads them, and the API's description leaves them out.
 */
export function strictBody<Shape extends z.ZodRawShape>(shape: Shape, ignored: readonly string[]) {
  const shown = z.strictObject(shape);
  const others = Object.fromEntries(ignored.map((name) => [name, z.unknown().optional()]));
  // Safe because it has the shape's members, and no code reads the others.
  const taken = z.strictObject({ ...others, ...shape }) as unknown as typeof shown;
  return documentedAs(taken, shown);
}

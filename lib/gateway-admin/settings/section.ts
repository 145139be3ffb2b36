// A section of a configuration in its four forms: as it is given and stored (its shape, secrets sealed in the store), as the
// gateway reads it (projected) and as it is shown (secrets masked).
import { z } from "zod";

/** Another form of a secret at this path of the configuration. `address` is where it is sent to. */
export type ChangeSecret = (secret: string, path: readonly string[], address: string) => Promise<string>;

export interface Section<Shape extends z.ZodType = z.ZodType, Projected extends object = object> {
  /** Accepts its own output unchanged: stored values are read with it, and shown values can be sent back. */
  shape: Shape;
  /** The settings that the gateway reads, also if the section is absent. Secrets stay as they are. */
  project(value: z.output<Shape> | undefined): Projected;
  /** The section with each of its secrets changed; a section without secrets has no such function. */
  mapSecrets?(value: z.output<Shape>, change: ChangeSecret): Promise<z.output<Shape>>;
}

export const section = <Shape extends z.ZodType, Projected extends object>(
  definition: Section<Shape, Projected>,
): Section<Shape, Projected> => definition;

type Sections = Record<string, Section>;
type Members<S extends Sections> = { [Name in keyof S]: z.ZodOptional<S[Name]["shape"]> };
type Joined<Union> = (Union extends unknown ? (member: Union) => void : never) extends (member: infer All) => void
  ? All
  : never;
type Projected<S extends Sections> = Joined<ReturnType<S[keyof S]["project"]>>;

/** A configuration: everything it can contain, in the form that JSON keeps. */
export type Config = Record<string, unknown>;

/** The sections that can be set for the gateway, or for an organization. */
export interface ConfigLevel<S extends Sections = Sections> {
  shape: z.ZodObject<Members<S>, z.core.$strict>;
  /** The sections of this level in a configuration, without any others; as JSON keeps them. */
  pick(config: Config): Config;
  project(config: Config): Projected<S>;
  mapSecrets(config: Config, change: ChangeSecret): Promise<Config>;
}

export function configLevel<S extends Sections>(sections: S): ConfigLevel<S> {
  const members = Object.fromEntries(Object.entries(sections).map(([name, { shape }]) => [name, shape.optional()]));
  // Safe because each section's name has its own shape.
  const shape = z.strictObject(members) as unknown as ConfigLevel<S>["shape"];
  const read = (config: Config): Config => shape.parse(config);
  return {
    shape,
    pick(config) {
      const own = Object.entries(config).filter(([name]) => Object.hasOwn(sections, name));
      return JSON.parse(JSON.stringify(Object.fromEntries(own)));
    },
    project(config) {
      const values = read(config);
      const projected = Object.entries(sections).map(([name, { project }]) => project(values[name]));
      // Safe because every section of the level has added its members.
      return Object.assign({}, ...projected) as Projected<S>;
    },
    async mapSecrets(config, change) {
      const changed = Object.entries(config).map(async ([name, value]) => [
        name,
        (await sections[name]?.mapSecrets?.(value, (secret, path, address) =>
          change(secret, [name, ...path], address),
        )) ?? value,
      ]);
      return Object.fromEntries(await Promise.all(changed));
    },
  };
}

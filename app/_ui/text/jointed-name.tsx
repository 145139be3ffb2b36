import { Fragment } from "react";

/** Each part with its trailing separator. */
const partsOf = (name: string): { at: number; part: string }[] =>
  [...name.matchAll(/[^_\-./:@]*[_\-./:@]*/g)].flatMap(({ index, 0: part }) => (part ? [{ at: index, part }] : []));

/** A name that wraps after a separator, "ASSAY_INIT_" and "API_KEY", before it breaks inside a word. */
export function JointedName({ name }: { name: string }) {
  return partsOf(name).map(({ at, part }) => (
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}

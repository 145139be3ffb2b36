import { Fragment } from "react";

/** Each part with what joins it to the next. */
const partsOf = (name: string): { at: number; part: string }[] =>
  [...name.matchAll(/[^_\-./:@]*[_\-./:@]*/g)].flatMap(({ index, 0: part }) => (part ? [{ at: index, part }] : []));

/** A name that goes on in the next line behind a joint, "ASSAY_INIT_" and "API_KEY", before it is broken inside a word. */
export function JointedName({ name }: { name: string }) {
  return partsOf(name).map(({ at, part }) => (
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}

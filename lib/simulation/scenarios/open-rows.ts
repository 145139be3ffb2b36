// The rows of a generation that are still to be written, each with its persona and its branch.
import type { datasetRows } from "@/db/schema";
import { seededRandom } from "@/lib/annotation/agreement/random";
import type { GenerationContext } from "./generation-context";
import { branchIn } from "./rules/branches";
import { allowedValues, completePersona, personaIn, pick } from "./rules/persona";
import type { OpenRow } from "./rules/write-row";

export function openRow(
  work: GenerationContext,
  row: typeof datasetRows.$inferSelect,
  position: number,
  branch: string[],
): OpenRow {
  const { generation, subject, personas, columns } = work;
  const known = Object.fromEntries(
    Object.entries(row.cells).flatMap(([id, text]) => {
      const name = work.names.get(id);
      return name === undefined ? [] : [[name.toLowerCase(), text]];
    }),
  );
  // Seeded by the position, so that a retried row gets the same; and by the request, so that further rows get others.
  const random = seededRandom(
    `${generation.seed} persona ${generation.kind === "create" ? "" : generation.id} ${position}`,
  );
  const drawn = pick(personas, random) ?? { name: "Anybody", profile: {} };
  const namedPersona = personaIn(known.persona);
  const allowed = allowedValues(subject.medium, subject.languages, drawn);
  const persona = completePersona(namedPersona ?? {}, allowed, subject.medium, random, {
    strict: namedPersona === null,
  });
  return {
    rowId: row.id,
    order: row.order,
    position,
    persona,
    branch: known.conversation_branch === undefined ? branch : branchIn(known.conversation_branch),
    known,
    columns: columns.filter(({ id }) => row.cells[id] === undefined),
  };
}

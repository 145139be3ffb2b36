import type { Database } from "@/db/client";
import { invalidField } from "@/lib/errors";
import type { Subject } from "./evaluate";
import { type Template, templateInVersion, templatesInOrganization } from "./loaders";

/** A template ready to run, its parts in the given or current versions. Throws if a part was deleted. */
export async function subjectOf(
  db: Database,
  organizationId: string,
  template: Template,
  versions: Readonly<Record<string, number>> = {},
): Promise<Subject> {
  const { children } = template.version.definition;
  const current = await templatesInOrganization(
    db,
    organizationId,
    children.map((child) => child.template_id),
  );
  const parts = await Promise.all(
    current.map(async (part) => {
      const number = versions[part.id] ?? part.version.number;
      return number === part.version.number ? part : await templateInVersion(db, organizationId, part.id, number);
    }),
  );
  const byId = new Map(parts.flatMap((part) => (part ? [[part.id, part] as const] : [])));
  return {
    ...single(template),
    children: children.map(({ template_id: id, weight }) => {
      const part = byId.get(id);
      if (!part || part.version.definition.children.length > 0)
        throw invalidField("template_id", "A part of this template was deleted or is itself a composite.");
      return { id, subject: single(part), weight };
    }),
  };
}

const single = ({ name, evalType, version }: Template): Subject => ({
  name,
  evalType,
  definition: version.definition,
  children: [],
});

import type { Database } from "@/db/client";
import { invalidField } from "@/lib/errors";
import type { Subject } from "./evaluate";
import { type Template, templatesInOrganization } from "./loaders";

/** A template as it is run. Throws where a part of a composite one is gone. */
export async function subjectOf(db: Database, organizationId: string, template: Template): Promise<Subject> {
  const { children } = template.version.definition;
  const parts = await templatesInOrganization(
    db,
    organizationId,
    children.map((child) => child.template_id),
  );
  const byId = new Map(parts.map((part) => [part.id, part]));
  return {
    ...single(template),
    children: children.map(({ template_id: id, weight }) => {
      const part = byId.get(id);
      if (!part || part.version.definition.children.length > 0)
        throw invalidField("template_id", "A template that this one is made of is gone, or composite itself.");
      return { subject: single(part), weight };
    }),
  };
}

const single = ({ name, evalType, version }: Template): Subject => ({
  name,
  evalType,
  definition: version.definition,
  children: [],
});

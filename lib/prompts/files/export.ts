import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/prompts/files";
import { notFound } from "@/lib/errors";
import { byteStream } from "@/lib/http/byte-stream";
import { labelTargets, type PromptRow, promptInOrganization } from "../loaders";
import { newestVersions, promptPages } from "./loaders";
import { nextDocument, promptFileName } from "./rules/file-name";
import { promptDocument } from "./rules/write-file";

export const exportPrompts: Verb<typeof contracts.exportPrompts> = async ({ db, caller }, input) => {
  const { organizationId } = caller;
  const { prompt_id: promptId, folder } = input;
  const prompt = promptId === undefined ? null : await promptInOrganization(db, organizationId, promptId);
  if (prompt && (await newestVersions(db, organizationId, [prompt.id])).size === 0)
    throw notFound("The prompt has no committed version.");
  const documentsOf = async (page: readonly PromptRow[]): Promise<string[]> => {
    const ids = page.map(({ id }) => id);
    const [versions, targets] = await Promise.all([
      newestVersions(db, organizationId, ids),
      labelTargets(db, organizationId, ids),
    ]);
    return page.flatMap(({ id, name, folder: within, description }) => {
      const version = versions.get(id);
      if (!version) return [];
      const labels = targets.filter(({ versionId }) => versionId === version.id).map((label) => label.name);
      const { content, message } = version;
      return [promptDocument({ name, folder: within, description, message, labels, ...content })];
    });
  };
  async function* texts(): AsyncGenerator<string, void> {
    let isFirst = true;
    for await (const page of promptPages(db, organizationId, { promptId, folder })) {
      for (const document of await documentsOf(page)) {
        yield isFirst ? document : nextDocument(document);
        isFirst = false;
      }
    }
  }
  const filename = promptFileName(prompt?.name ?? (folder || "prompts"));
  return { filename, mediaType: "application/yaml; charset=utf-8", content: byteStream(texts()) };
};

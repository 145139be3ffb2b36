import { describe, expect, test } from "vitest";
import { importPrompts } from "../files/import";
import { setPromptGate } from "../gates";
import { assignPromptLabel, createPromptLabel, deletePromptLabel, removePromptLabel } from "../labels";
import { deletePromptVersion, getPromptVersion } from "../versions";
import { refusal, releaseSuite } from "./testing";

const suite = releaseSuite(() => "Answer");

describe("a gated label that was removed from its version", () => {
  const removed = async (rows?: number) => {
    const scene = await suite.scene(rows);
    const { context } = suite;
    const { prompt_id, of } = scene;
    const { version_id } = await getPromptVersion(context, { prompt_id, version: "v1" });
    expect(await removePromptLabel(context, { label_id: of.label_id, version_id })).toEqual({ removed: true });
    return scene;
  };

  test("moves only after a comparison with its last version, or back to that version", async () => {
    const { name, move, check, release } = await removed();
    expect(await refusal(move("v2"))).toMatch(/^conflict: .*only on evidence.*compares the version with v1/);
    expect(await check()).toMatchObject({ former_version: "v1", needs_evidence: true, release: null });
    const file = `name: ${name}\nlabels: [production]\nmessages: [{ role: user, content: New }]\n`;
    expect(
      await refusal(
        importPrompts(suite.context, { files: [{ file: "a.yaml", text: file }], dry_run: false, move_labels: true }),
      ),
    ).toMatch(/^conflict: a\.yaml: labels: production moves only on evidence/);
    expect(await check("v1")).toMatchObject({ former_version: "v1", needs_evidence: false });
    expect(await release()).toMatchObject({ verdict: "passed", former_version: "v1" });
    expect(await move("v2")).toMatchObject({ version: "v2", former_version: null });
  });

  test("moves back to its last version at once", async () => {
    const { move } = await removed(2);
    expect(await move("v1")).toMatchObject({ version: "v1", former_version: null });
  });

  test("does not inherit the history of a deleted label of the same name", async () => {
    const { prompt_id, gate } = await suite.scene(2);
    const { context } = suite;
    const create = () => createPromptLabel(context, { name: "Canary", type: "custom" });
    const assign = (label_id: string, version: string) =>
      assignPromptLabel(context, { prompt_id, label_id, version, message: "" });
    const first = await create();
    await assign(first.id, "v1");
    const { version_id } = await getPromptVersion(context, { prompt_id, version: "v1" });
    await removePromptLabel(context, { label_id: first.id, version_id });
    await deletePromptLabel(context, { label_id: first.id });
    const second = await create();
    await setPromptGate(context, { ...gate, label_id: second.id });
    expect(await assign(second.id, "v2")).toMatchObject({ version: "v2", former_version: null });
  });

  test("moves freely if all its former versions were deleted", async () => {
    const { prompt_id, move, check } = await removed(2);
    await deletePromptVersion(suite.context, { prompt_id, version: "v1" });
    expect(await check()).toMatchObject({ former_version: null, needs_evidence: false });
    expect(await move("v2")).toMatchObject({ version: "v2" });
  });
});

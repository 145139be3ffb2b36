import { describe, expect, test } from "vitest";
import { applyEvalGroup as applyContract } from "@/lib/contracts/evaluation/apply-group";
import * as templateContracts from "@/lib/contracts/evaluation/templates";
import { applyEvalGroup } from "@/lib/evaluation/groups/apply";
import { createEvalGroup } from "@/lib/evaluation/groups/groups";
import { deleteUserEval, editAndRunUserEval } from "@/lib/evaluation/runs/dataset/evals";
import { advanceToEnd, bindTestEval } from "@/lib/evaluation/runs/testing";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { createEvalTemplate, updateEvalTemplate } from "@/lib/evaluation/templates/templates";
import { setPromptGate } from "../gates";
import { containsEval, refusal, releaseSuite } from "./testing";

const suite = releaseSuite((request) => (request.includes("shorter") ? "Answer" : "Answer, a good one"));

describe("a comparison counts only for the gate's current evaluations", () => {
  test("an evaluation that has changed or was deleted invalidates it", async () => {
    const { gate, metric, check, move, release, dataset } = await suite.scene();
    const { context } = suite;
    const code = "const evaluate = ({ text }) => text.length > 0";
    const { id: template } = await createEvalTemplate(
      context,
      templateContracts.createEvalTemplate.body.parse({ name: `own-${crypto.randomUUID()}`, eval_type: "code", code }),
    );
    const { dataset_id } = dataset;
    const own = await bindTestEval(context, dataset_id, template, {
      name: "Own code",
      config: { mapping: { text: "answer" } },
    });
    await setPromptGate(context, { ...gate, user_eval_ids: [metric.toUpperCase(), own] });
    expect(await release()).toMatchObject({ verdict: "passed" });
    const reasons = async () => (await check()).release?.check.reasons;
    const map = (column: string) =>
      editAndRunUserEval(context, {
        dataset_id,
        eval_id: own,
        config: { mapping: { text: column } },
        run: false,
      });
    await map("question");
    expect(await reasons()).toEqual(['The evaluation "Own code" has changed since this comparison. Compare again.']);
    expect(await refusal(move("v2"))).toMatch(/^conflict: .*refused.*"Own code" has changed/);
    await map("answer");
    expect((await check()).release?.verdict).toBe("passed");
    await updateEvalTemplate(context, { id: template, code: "const evaluate = () => false" });
    expect(await refusal(move("v2"))).toMatch(/^conflict: .*refused.*"Own code" has changed/);
    await deleteUserEval(context, { dataset_id, eval_id: own, delete_column: true });
    expect(await reasons()).toEqual([
      'The evaluation "Own code" was deleted. Set the gate without it, and compare again.',
    ]);
    expect(await refusal(move("v2"))).toMatch(/^conflict: .*refused.*"Own code" was deleted/);
    await setPromptGate(context, gate);
    expect(await move("v2")).toMatchObject({ version: "v2" });
  });

  test("evaluations that the gate does not name have no effect", async () => {
    const { gate, metric, check, move, release, dataset } = await suite.scene();
    const { context } = suite;
    const good = await containsEval(context, dataset.dataset_id, "good", "Good");
    await setPromptGate(context, { ...gate, user_eval_ids: [metric, good] });
    const { verdict, check: judged, candidate_id } = await release();
    expect([verdict, judged.metrics.length]).toEqual(["failed", 2]);
    await setPromptGate(context, gate);
    expect((await check()).release).toMatchObject({ verdict: "passed", check: { metrics: [{ verdict: "passed" }] } });
    const group = await createEvalGroup(context, {
      name: `Group ${crypto.randomUUID()}`,
      eval_template_ids: [idOfName("is_email")],
    });
    await applyEvalGroup(
      context,
      applyContract.body.parse({
        eval_group_id: group.id,
        page_id: "EXPERIMENT",
        filters: { experiment_id: candidate_id },
        mapping: { text: gate.output_column_id },
      }),
    );
    await advanceToEnd(context, candidate_id);
    expect((await check()).release?.verdict).toBe("passed");
    expect(await move("v2")).toMatchObject({ version: "v2" });
  });
});

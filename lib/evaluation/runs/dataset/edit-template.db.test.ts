import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { editAndRunUserEval as contract } from "@/lib/contracts/evaluation/dataset-evals";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { idOfName } from "../../templates/fingerprint";
import { bindTestEval, createTestDataset } from "../testing";
import { editAndRunUserEval } from "./evals";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

test("a dataset's evaluation cannot change its template, but may send its own", async () => {
  const context = await createCaller(gateway.db, await createOrganization(gateway.db));
  const dataset_id = await createTestDataset(context, 1);
  const eval_id = await bindTestEval(context, dataset_id, idOfName("is_email"), {
    config: { mapping: { text: "answer" } },
  });
  const edit = (body: object) =>
    editAndRunUserEval(context, { dataset_id, eval_id, ...contract.body.parse({ run: false, ...body }) });
  await expect(edit({ template_id: idOfName("contains") })).rejects.toThrow(
    "template_id: An evaluation keeps its template. Add a new evaluation with this template.",
  );
  expect(await edit({ template_id: idOfName("is_email").toUpperCase() })).toMatchObject({ user_eval_id: eval_id });
  expect(await edit({ name: "Renamed" })).toMatchObject({ message: "Evaluation Renamed changed" });
});

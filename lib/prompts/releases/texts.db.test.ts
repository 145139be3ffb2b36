import { beforeEach, describe, expect, test } from "vitest";
import { addColumns } from "@/lib/datasets/columns";
import { addRows } from "@/lib/datasets/rows";
import { createDatasetVersion } from "@/lib/datasets/versions/versions";
import { fillMessages } from "@/lib/gateway/prompts/fill";
import { isRecord } from "@/lib/records";
import { setPromptGate } from "../gates";
import { startPromptRelease } from "./releases";
import { content, refusal, releaseSuite } from "./testing";

let requests: string[] = [];
const suite = releaseSuite((request) => {
  requests.push(request);
  return "Answer";
});
beforeEach(() => {
  requests = [];
});

/** The texts that the model got. */
const texts = () =>
  requests.flatMap((request) => {
    const { messages }: { messages: { content: string }[] } = JSON.parse(request);
    return messages.map((message) => message.content);
  });

describe("a release judges the text that the gateway serves", () => {
  test("braces that are not its variables stay unchanged, even if a column has that name", async () => {
    const { gate, save, release, dataset } = await suite.scene(2);
    const { context } = suite;
    const { dataset_id } = dataset;
    await addColumns(context, { dataset_id, new_columns_data: [{ name: "customer name", data_type: "text" }] });
    await addRows(context, {
      dataset_id,
      rows: [
        {
          cells: [
            { column_name: "question", value: "hello" },
            { column_name: "customer name", value: "Ann" },
          ],
        },
      ],
    });
    const { id } = await createDatasetVersion(context, { dataset_id, name: "Named", description: "" });
    await setPromptGate(context, { ...gate, dataset_version_id: id });
    const text = "Q={{ question }} N={{customer name}} {{#each items}} {{grö-ße}} {{}}";
    await save(text);
    await release("v3");
    const served = fillMessages(content(text), { question: "hello" });
    if (!("messages" in served) || !isRecord(served.messages[0])) throw new Error("the gateway fills the text");
    expect(served.messages[0].content).toBe("Q=hello N={{customer name}} {{#each items}} {{grö-ße}} {{}}");
    expect(texts()).toContain(served.messages[0].content);
  });

  test("a variable without a column is reported as a problem of the version", async () => {
    const { of, save } = await suite.scene(2);
    await save("{{question}} {{nowhere}}");
    const started = startPromptRelease(suite.context, { ...of, version: "v3" });
    await expect(started).rejects.toMatchObject({
      kind: "invalid",
      detail: { fields: { version: ["v3: {{nowhere}} is not a column of the dataset."] } },
    });
    expect(await refusal(startPromptRelease(suite.context, { ...of, version: "v2" }))).toBeNull();
  });
});

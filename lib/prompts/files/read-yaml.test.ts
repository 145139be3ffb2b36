import { Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { readYaml } from "./read-yaml";

afterEach(() => {
  vi.restoreAllMocks();
});

async function documentsIn(text: string, patienceMs?: number): Promise<unknown[]> {
  const documents = [];
  for await (const document of readYaml({ organization: "one", person: "ada" }, [text], patienceMs))
    documents.push(document);
  return documents;
}

test("a thread that fails after its time is over does not end the server", async () => {
  const { terminate } = Worker.prototype;
  vi.spyOn(Worker.prototype, "terminate").mockImplementation(function (this: Worker) {
    this.emit("error", new Error("Worker terminated due to reaching memory limit"));
    return terminate.call(this);
  });
  await expect(documentsIn("name: a", 0)).rejects.toThrow("Take too long to read.");
});

test("the turn ends if no thread can start", async () => {
  vi.spyOn(process, "cwd").mockReturnValue("/nowhere");
  await expect(documentsIn("name: a")).rejects.toThrow("Cannot find module 'yaml'");
  vi.restoreAllMocks();
  expect(await documentsIn("name: a")).toHaveLength(1);
});

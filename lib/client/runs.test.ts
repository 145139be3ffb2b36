import { afterEach, expect, test, vi } from "vitest";
import { executeRunTest } from "./runs";

afterEach(() => vi.unstubAllGlobals());

test("two clicks on Run carry one key, so the server starts one execution", async () => {
  const fetcher = vi.fn(async (_request: Request) => new Response(JSON.stringify({ execution_id: "1" })));
  vi.stubGlobal("fetch", fetcher);
  vi.stubGlobal("location", { origin: "http://assay.test" });
  const { mutationFn } = executeRunTest("key-1");
  await Promise.all([mutationFn({ run_test_id: "7" }), mutationFn({ run_test_id: "7" })]);
  expect(fetcher.mock.calls.map(([{ url, headers }]) => [url, headers.get("idempotency-key")])).toEqual(
    Array(2).fill(["http://assay.test/simulate/run-tests/7/execute/", "key-1"]),
  );
});

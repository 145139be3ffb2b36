import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sendMail } from "./send-mail";
import { startMailSink } from "./testing";

let sink: Awaited<ReturnType<typeof startMailSink>>;

beforeAll(async () => {
  sink = await startMailSink({
    onRcptTo: ({ address }, _, done) =>
      done(Object.assign(new Error(`<${address}> no such user`), { responseCode: 550 })),
  });
  sink.use();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await sink.close();
});

test("a refused mail is an error that does not name whom it is for", async () => {
  const error = await sendMail({ to: "ops@example.test", subject: "a", text: "b" }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toContain("550 <(address)> no such user");
  expect(error.code).toBe("EENVELOPE");
  expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain("ops@");
});

import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sendMail } from "./send-mail";

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: ({ address }, _, done) =>
    done(Object.assign(new Error(`<${address}> no such user`), { responseCode: 550 })),
});

beforeAll(async () => {
  const port = await new Promise<number>((resolve) => {
    const socket = server.listen(0, "127.0.0.1", () => resolve(Number(Object(socket.address()).port)));
  });
  vi.stubEnv("ASSAY_SMTP_URL", `smtp://127.0.0.1:${port}`);
  vi.stubEnv("ASSAY_MAIL_FROM", "Assay <assay@example.test>");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test("a refused mail is an error that does not name whom it is for", async () => {
  const error = await sendMail({ to: "ops@example.test", subject: "a", text: "b" }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toContain("550 <(address)> no such user");
  expect(error.code).toBe("EENVELOPE");
  expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain("ops@");
});

import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { vi } from "vitest";

/** An SMTP server on loopback that keeps what it gets. `use` makes it and a sender those of the environment. */
export async function startMailSink(options: SMTPServerOptions = {}) {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        // Long lines are folded by "=" at their end.
        const text = Buffer.concat(parts).toString().replaceAll("=\r\n", "").replaceAll("=3D", "=");
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
    ...options,
  });
  const port = await new Promise<number>((resolve) => {
    const socket = server.listen(0, "127.0.0.1", () => resolve(Number(Object(socket.address()).port)));
  });
  return {
    mails,
    use: () => {
      vi.stubEnv("ASSAY_SMTP_URL", `smtp://127.0.0.1:${port}`);
      vi.stubEnv("ASSAY_MAIL_FROM", "Assay <assay@example.test>");
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

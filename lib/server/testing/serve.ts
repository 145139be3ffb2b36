// Hosts a handler as the stand-alone server does, on a free loopback port.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Handler } from "@/lib/exchange/exchange";
import { exchangeOf, sendReply } from "../exchange";
import { targetOf } from "../target";

export async function serveHandler(handler: Handler): Promise<{ url: string; stop(): void }> {
  const server = createServer(async (message, response) => {
    const target = targetOf(message);
    try {
      const reply = "status" in target ? target : await handler(exchangeOf(message, target, response));
      await sendReply(reply, message, response);
    } catch {
      response.destroy();
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

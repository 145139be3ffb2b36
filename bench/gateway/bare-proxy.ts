// The least proxy: what comes in goes to the provider of PROVIDER_URL with the provider's key, what comes back goes out.
// No keys, limits, checks or accounting. Listens on a free port and prints it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { PROVIDER_KEY } from "./conversation";

const provider = new Pool(process.env.PROVIDER_URL ?? "", { connections: 256 });
const headers = { authorization: `Bearer ${PROVIDER_KEY}`, "content-type": "application/json" };

const server = createServer({ keepAliveTimeout: 60_000 }, (message, response) => {
  const chunks: Buffer[] = [];
  message.on("data", (chunk: Buffer) => chunks.push(chunk));
  message.on("end", () => {
    const call = { path: message.url ?? "/", method: "POST" as const, headers, body: Buffer.concat(chunks) };
    provider
      .stream(call, ({ statusCode, headers: answered }) => {
        for (const name of ["content-type", "content-length"]) {
          const value = answered[name];
          if (value) response.setHeader(name, value);
        }
        response.statusCode = statusCode;
        return response;
      })
      .catch((error) => response.destroy(error));
  });
});
export const main = () =>
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`); // safe: it listens on a port
  });

import { expect, test } from "vitest";
import { contracts } from "..";

const simulation = contracts.filter(({ path }) => path.startsWith("/simulate/"));

test.each(simulation.filter(({ method }) => method === "PUT").map((contract) => [contract.path, contract] as const))(
  "PATCH does what PUT does at %s",
  (path, { tag, access, scope, envelope, queryNames }) => {
    const twin = simulation.find((other) => other.path === path && other.method === "PATCH");
    expect(twin).toMatchObject({ tag, access, scope, envelope, queryNames });
  },
);

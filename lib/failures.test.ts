import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { conflict, Failure } from "./errors";
import { reasonOf, toFailure } from "./failures";

/** As a driver throws it: with the statement, its parameters, and the row's values. */
const driverError = (code: string): Error => {
  const cause = Object.assign(new Error("duplicate key value: (email)=(ada@example.com)"), { code });
  return new Error('Failed query: select "secret" from "people" params: ada@example.com', { cause });
};

function reported(error: unknown): { reason: string; log: string } {
  const write = vi.spyOn(console, "error").mockReturnValue(undefined);
  try {
    const reason = reasonOf(error);
    return { reason, log: write.mock.calls.map(([text]) => String(text)).join("") };
  } finally {
    write.mockRestore();
  }
}

test("a refusal shows its message, and any other error only a reference to the log", () => {
  expect(reported(conflict("The run is over."))).toEqual({ reason: "The run is over.", log: "" });
  for (const error of [driverError("23505"), new Error("getaddrinfo ENOTFOUND db.internal"), "thrown text"]) {
    const { reason, log } = reported(error);
    expect(reason).toMatch(/^Internal error, reference [0-9a-f]{8}\.$/);
    expect(log).toContain(reason.slice(0, -1));
    expect(log).not.toMatch(/select|ada@example/);
  }
});

test("a failure that hides another error shows neither message", () => {
  const { reason, log } = reported(new Failure("internal", "of no use", { cause: driverError("23505") }));
  expect(reason).toMatch(/^Internal error, reference/);
  expect(log).toContain("database error 23505");
});

test("an unavailable database is reported as such", () => {
  for (const code of ["ECONNREFUSED", "57P01", "CONNECTION_CLOSED", "53100"])
    expect(reported(driverError(code)).reason).toBe("The database did not answer.");
});

test("a transaction that others kept from its end can be sent again", () => {
  for (const code of ["40001", "40P01", "55P03"]) {
    const failure = toFailure(driverError(code));
    expect(failure.kind).toBe("unavailable");
    expect(failure.detail.retryAfterSeconds).toBe(1);
    expect(failure.message).not.toMatch(/select|ada@example/);
    expect(reported(driverError(code)).reason).toBe("Other requests changed the same data at the same time.");
  }
});

/** What these say of an error is about the text or the code that they were given. */
const PARSERS = /metrics\/(structure\/(languages|json)|strings\/forms)\.ts$|code\/worker-source\.ts$/;

test("no domain stores or returns the text of an unknown error", () => {
  const domains = ["accounts", "annotation", "datasets", "evaluation", "simulation", "traces", "platform"];
  const files = domains.flatMap((domain) =>
    readdirSync(join(import.meta.dirname, domain), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
      .map((file) => join(domain, file)),
  );
  const telling = files.filter((file) =>
    /instanceof Error\s*\?[^:]*\.message|String\(error\)/.test(readFileSync(join(import.meta.dirname, file), "utf8")),
  );
  expect(telling.filter((file) => !PARSERS.test(file))).toEqual([]);
});

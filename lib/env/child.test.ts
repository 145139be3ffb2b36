import { expect, test } from "vitest";
import { screensVariables, systemVariables } from "./child";

const source = {
  PATH: "/bin",
  NODE_ENV: "production",
  DATABASE_URL: "postgres://db.test/assay",
  AUTH_SECRET: "a secret for tests, long enough to be one",
  INNGEST_BASE_URL: "http://127.0.0.1:1",
  ADMIN_TOKEN: "the token of the administration",
  ASSAY_INIT_OWNER_PASSWORD: "a long pass phrase",
  ASSAY_INIT_SECRET_KEY: "of the first API key",
  ASSAY_VOICE_API_KEY: "of telephony",
  OPENAI_API_KEY: "sk-openai",
  OUR_OWN_NAME_FOR_A_KEY: "sk-other",
};

test("the screens get the variables that they read, but no provider's key under any name", () => {
  expect(screensVariables(source)).toEqual({
    PATH: "/bin",
    NODE_ENV: "production",
    DATABASE_URL: source.DATABASE_URL,
    AUTH_SECRET: source.AUTH_SECRET,
    INNGEST_BASE_URL: source.INNGEST_BASE_URL,
    ASSAY_VOICE_API_KEY: "kept-by-the-server",
    __NEXT_PROCESSED_ENV: "true",
  });
  expect(screensVariables({})).toEqual({ __NEXT_PROCESSED_ENV: "true" });
});

test("a system program gets none of Assay's variables", () => {
  expect(systemVariables(source)).toEqual({ PATH: "/bin", NODE_ENV: "production" });
});

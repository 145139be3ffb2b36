import { expect, test } from "vitest";
import { activateConfigVersion, createOrganizationConfig } from "./configs";

const ORGANIZATION = "6f0c2d8e-6f0c-4d8e-8f0c-2d8e6f0c2d8e";
const config = { rate_limiting: { enabled: true } };

test("a configuration may name its organization beside `config`, like the reference's clients", () => {
  const parsed = createOrganizationConfig.body.parse({ org_id: ORGANIZATION, config });
  expect(parsed).toMatchObject({ named_organization: ORGANIZATION, sections: config });
  expect(parsed).not.toHaveProperty("org_id");
  const other = createOrganizationConfig.body.safeParse({ other: 1, config });
  expect(other.error?.issues[0]?.path).toEqual(["other"]);
  const alone = createOrganizationConfig.body.safeParse({ org_id: ORGANIZATION, ...config });
  expect(alone.error?.issues[0]?.path).toEqual(["org_id"]);
  expect(createOrganizationConfig.body.parse(config)).toMatchObject({ sections: config });
});

test("a version must be a number, and the error says so", () => {
  const { error } = activateConfigVersion.params.safeParse({ org_id: ORGANIZATION, version: "x" });
  expect(error?.issues).toMatchObject([{ path: ["version"], message: "Must be the number of a version." }]);
});

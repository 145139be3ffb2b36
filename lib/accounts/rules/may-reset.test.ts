import { expect, test } from "vitest";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { mayReset } from "./may-reset";

type Roles = Record<string, OrganizationRole>;
const membershipsIn = (roles: Roles) =>
  Object.entries(roles).map(([organizationId, role]) => ({ organizationId, role }));

const cases: [string, Roles, Roles, boolean][] = [
  ["an Admin, a member of the one organization", { a: "Admin" }, { a: "Member" }, true],
  ["an Owner, an Owner", { a: "Owner" }, { a: "Owner" }, true],
  ["an Admin elsewhere too", { a: "Admin", b: "Viewer" }, { a: "Viewer" }, true],
  ["an Admin, an Owner", { a: "Admin" }, { a: "Owner" }, false],
  ["a Member", { a: "Member" }, { a: "Viewer" }, false],
  ["nobody's member any more", {}, { a: "Member" }, false],
  ["an Owner of another organization", { b: "Owner" }, { a: "Member" }, false],
  ["a person of two organizations", { a: "Owner", b: "Owner" }, { a: "Member", b: "Member" }, false],
  ["a person of none", { a: "Owner" }, {}, false],
];

test.each(cases)("%s", (_, administrator, person, expected) => {
  expect(mayReset(membershipsIn(administrator), membershipsIn(person))).toBe(expected);
});

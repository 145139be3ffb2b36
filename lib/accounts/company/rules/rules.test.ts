import { describe, expect, test } from "vitest";
import { discoveryProblems, readDocument, secretMethod } from "./discovery";
import { addressProblem, discoveryAddress } from "./issuer";
import { proofOf } from "./proof";

test.each([
  ["https://login.example.com", true, false, null],
  ["http://login.example.com", true, false, "must be an https address"],
  ["http://127.0.0.1:9000", true, true, null],
  ["ftp://127.0.0.1", true, true, "must be an https address"],
  ["https://10.0.0.1", false, false, "must be a public address, or one whose host the operator allows"],
  ["https://ada:secret@login.example.com", true, false, "may not hold a user name or password"],
])("%s, reachable: %j, allowed: %j", (address, isReachable, isAllowed, problem) => {
  expect(addressProblem(new URL(address), { isReachable, isAllowed })).toBe(problem);
});

test.each([
  ["https://login.example.com", "https://login.example.com/.well-known/openid-configuration"],
  ["https://login.example.com/", "https://login.example.com/.well-known/openid-configuration"],
  ["https://example.com/realms/a", "https://example.com/realms/a/.well-known/openid-configuration"],
])("%s has its discovery document at %s", (issuer, address) => {
  expect(discoveryAddress(issuer).href).toBe(address);
});

describe("a discovery document", () => {
  const issuer = "https://login.example.com";
  const whole = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
  };
  const problemOf = (address: URL) => (address.protocol === "https:" ? null : "must be an https address");

  test.each<[object, string[]]>([
    [{}, []],
    [{ issuer: `${issuer}/` }, [`The provider calls itself ${issuer}/. Enter exactly that as issuer.`]],
    [{ token_endpoint: undefined }, ["It names no token_endpoint."]],
    [{ token_endpoint: "token" }, ["Its token_endpoint is not an address."]],
    [{ userinfo_endpoint: "http://login.example.com/me" }, ["Its userinfo_endpoint must be an https address."]],
    [{ token_endpoint_auth_methods_supported: ["client_secret_post", "none"] }, []],
    [
      { token_endpoint_auth_methods_supported: ["private_key_jwt"] },
      ["It takes client secrets neither by client_secret_basic nor by client_secret_post."],
    ],
    [{ response_types_supported: ["id_token"] }, ["It does not offer the authorization code flow (`code`)."]],
    [{ scopes_supported: ["openid"] }, ["It does not offer the scope `email`, so it names no email."]],
  ])("with %j", (change, problems) => {
    expect(discoveryProblems({ ...whole, ...change }, issuer, problemOf)).toEqual(problems);
  });

  test.each([
    [undefined, "client_secret_basic"],
    [["client_secret_post", "client_secret_basic"], "client_secret_basic"],
    [["client_secret_post"], "client_secret_post"],
    [["private_key_jwt"], undefined],
  ])("that accepts secrets by %j gets them by %s", (supported, method) => {
    expect(secretMethod({ ...whole, token_endpoint_auth_methods_supported: supported })).toBe(method);
  });

  test.each(["", "<html>", "[]", "{}", '{"issuer":1}', `{"issuer":"${"x".repeat(3000)}"}`])("is not %s", (body) => {
    expect(readDocument(body)).toBeNull();
  });
});

describe("the proof of a domain", () => {
  const own = "assay-domain=own";
  const theirs = "assay-domain=theirs";
  test.each<[string[] | null, string | null, ReturnType<typeof proofOf>]>([
    [null, null, "unknown"],
    [null, theirs, "unknown"],
    [[], null, "missing"],
    [[], theirs, "missing"],
    [["v=spf1 -all"], null, "other"],
    [["v=spf1 -all", own], null, "proven"],
    [[` ${own} `], null, "proven"],
    [[own, theirs], theirs, "taken"],
    [[theirs], theirs, "other"],
    [[own], theirs, "proven"],
  ])("with records %j, while %s is proven, is %s", (records, other, outcome) => {
    expect(proofOf(records, { own, other })).toBe(outcome);
  });
});

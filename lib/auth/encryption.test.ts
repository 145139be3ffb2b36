import { expect, test } from "vitest";
import { seal, unseal } from "./encryption";

const secret = "a secret of more than thirty-two characters";

test("a sealed text opens only with its secret, and no two seals are alike", async () => {
  const sealed = await seal("sk-ключ", secret);
  expect(sealed).not.toContain("sk-");
  expect(await unseal(sealed, secret)).toBe("sk-ключ");
  expect(await seal("sk-ключ", secret)).not.toBe(sealed);
  await expect(unseal(sealed, `${secret}!`)).rejects.toThrow();
  await expect(unseal(`${sealed.slice(0, -4)}AAA=`, secret)).rejects.toThrow();
  await expect(unseal("plain", secret)).rejects.toThrow("not sealed");
});

test("each of several secrets opens what it has sealed", async () => {
  const other = "another secret of more than thirty-two characters";
  const sealed = await seal("sk", secret);
  expect(await unseal(sealed, [other, secret])).toBe("sk");
  expect(await unseal(await seal("sk", other), [other, secret])).toBe("sk");
  await expect(unseal(sealed, [other, `${other}!`])).rejects.toThrow();
  await expect(unseal(sealed, [])).rejects.toThrow();
});

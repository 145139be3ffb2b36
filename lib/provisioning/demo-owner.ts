// The user of the demo's own organization. The password comes from a secret in the data directory; the database holds only
// its hash.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "@/db/client";
import { users } from "@/db/schema";
import { userByEmail } from "@/lib/auth/credentials";
import { hashPassword, verifyPassword } from "@/lib/auth/password";
import { dataDirectory, storedSecret } from "@/lib/embedded/data-directory";
import { type Owner, ownedOrganization } from "./initial-owner";

export interface SignIn {
  email: string;
  password: string;
}

const EMAIL = "demo@assay.local";
const SYLLABLES = 10;

const demoPassword = (): string => readablePassword(storedSecret("DEMO_PASSWORD"));

export async function createDemoOwner(db: Database): Promise<string> {
  const passwordHash = await hashPassword(demoPassword());
  const [user] = await db
    .insert(users)
    .values({ email: EMAIL, name: "Demo Owner", passwordHash })
    .returning({ id: users.id });
  if (!user) throw new Error("the demo's owner was not stored");
  return user.id;
}

export async function demoOwner(db: Database): Promise<Owner | null> {
  const user = await userByEmail(db, EMAIL);
  const organization = user && (await ownedOrganization(db, user.id));
  return user && organization ? { userId: user.id, ...organization } : null;
}

/** How to sign in as the demo's owner; null when there is none, or when the password has been changed. */
export async function demoSignIn(db: Database): Promise<SignIn | null> {
  const user = await userByEmail(db, EMAIL);
  if (!user?.passwordHash) return null;
  const password = demoPassword();
  return (await verifyPassword(password, user.passwordHash)) ? { email: EMAIL, password } : null;
}

/**
 * What the start prints. The log of a service keeps what is printed, so the password is printed only once, and is in a file
 * of the data directory from then on.
 */
export function signInText({ email, password }: SignIn): string {
  const path = join(dataDirectory(), "demo-sign-in.txt");
  const text = `${email}\n${password}\n`;
  if (existsSync(path) && readFileSync(path, "utf8") === text)
    return `Sign in as ${email} with the password in ${path}`;
  // Half a file, or another database's: the mode is of new files only.
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600 });
  return `Sign in as ${email} with the password ${password}`;
}

/** Ten syllables of six bits each, in pairs: as hard to guess as 60 random bits, and easy to type. */
export function readablePassword(secret: string): string {
  const bytes = createHash("sha256").update(secret).digest().subarray(0, SYLLABLES);
  const syllables = [...bytes].map((byte) => `${"bdfghjklmnprstvz"[byte % 16]}${"aeiu"[(byte >> 4) % 4]}`);
  return syllables.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
}

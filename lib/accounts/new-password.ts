import { hashPassword } from "@/lib/auth/password";
import { passwordProblem } from "@/lib/auth/rules/password-strength";
import { invalidField } from "@/lib/errors";

interface PasswordInput {
  /** The field that it was sent in. */
  field: string;
  password: string;
  /** What others know of the person. */
  about: readonly string[];
}

/** The hash of a password that somebody has chosen; throws a 400 for one that is easy to guess. */
export async function hashChosenPassword({ field, password, about }: PasswordInput): Promise<string> {
  const problem = await passwordProblem(password, about);
  if (problem) throw invalidField(field, problem);
  return hashPassword(password);
}

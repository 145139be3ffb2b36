import { hashPassword } from "@/lib/auth/password";
import { passwordProblem } from "@/lib/auth/rules/password-strength";
import { invalidField } from "@/lib/errors";

interface PasswordInput {
  /** The request field that carries it. */
  field: string;
  password: string;
  /** Personal details that are easy to guess. */
  about: readonly string[];
}

/** The hash of a new password; throws a 400 if it is easy to guess. */
export async function hashChosenPassword({ field, password, about }: PasswordInput): Promise<string> {
  const problem = await passwordProblem(password, about);
  if (problem) throw invalidField(field, problem);
  return hashPassword(password);
}

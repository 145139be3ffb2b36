// Hundreds of passwords are hashed in these suites, at a tenth of a second each. What a hash costs, and that it is what it should
// be, is the matter of lib/auth/password.test.ts.
import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const { scrypt } = crypto;
type ScryptCallback = (error: Error | null, derived: Buffer) => void;

function cheapScrypt(
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: ScryptCallback,
) {
  scrypt(password, salt, length, { ...options, N: 16 }, done);
}

// A worker's suites share what the first of them has put there.
if (scrypt.name !== cheapScrypt.name) {
  Object.assign(crypto, { scrypt: cheapScrypt });
  syncBuiltinESMExports();
}

import type { NewCredential } from '../../../domain/ports/sign-in-store.ts';
import type { CredentialChange } from '../../../domain/records/bank-file.ts';
import type { Engine, DbCommand } from '../engine.ts';
import type { Passkeys } from './passkeys.ts';
import { prepareSignIn } from './sign-in-statements.ts';

/** The password hashes and TOTP secrets of all users. */
export class Credentials {
  readonly #sql: ReturnType<typeof prepareSignIn>;
  readonly #passkeys: Passkeys;

  constructor(engine: Engine, passkeys: Passkeys) {
    this.#sql = prepareSignIn(engine);
    this.#passkeys = passkeys;
  }

  /**
   * Replaces all credentials by these. Ends the sessions of users whose password hash or TOTP
   * secret changes. Deletes the sessions, passkeys and credentials of users who are not listed.
   */
  *replace(credentials: readonly NewCredential[]): DbCommand<CredentialChange> {
    const known = new Map((yield* this.#sql.credentials.all()).map((row) => [row.userId, row]));
    const added = credentials.filter(({ userId }) => !known.has(userId));
    const changed = credentials.filter(({ userId, passwordHash, totpSecret }) => {
      const found = known.get(userId);
      if (found === undefined) return false;
      return found.passwordHash !== passwordHash || found.totpSecret !== totpSecret;
    });
    const kept = new Set(credentials.map(({ userId }) => userId));
    const removed = [...known.keys()].filter((userId) => !kept.has(userId));
    const ids = (some: readonly NewCredential[]) => some.map(({ userId }) => userId);
    const ended = JSON.stringify([...ids(changed), ...removed]);
    // Delete sessions before locking credentials, in the lock order of sign-ins. The second delete
    // covers sessions that began before the lock.
    yield* this.#sql.removeSessionsOf.write(ended);
    yield* this.#sql.lockCredentials.all(ended);
    yield* this.#sql.removeSessionsOf.write(ended);
    yield* this.#passkeys.removeOf(JSON.stringify(removed));
    yield* this.#sql.removeCredentialsOf.write(JSON.stringify(removed));
    for (const credential of [...added, ...changed]) {
      yield* this.#sql.addCredential.run(credential);
    }
    return {
      credentialsAdded: ids(added),
      credentialsChanged: ids(changed),
      credentialsRemoved: removed,
    };
  }
}

import type { NewCredential } from '../../../domain/ports/sign-in-store.ts';
import type { CredentialChange } from '../../../domain/records/bank-file.ts';
import type { DbCommand } from '../engine.ts';
import type { Passkeys } from './passkeys.ts';
import { SQL } from './sign-in-statements.ts';

/** The password hashes and TOTP secrets of all users. */
export class Credentials {
  readonly #passkeys: Passkeys;

  constructor(passkeys: Passkeys) {
    this.#passkeys = passkeys;
  }

  /**
   * Replaces the credentials of all users. If a user's password hash or TOTP secret changes, the
   * user's sessions end. If a user is not in the list, the user's sessions, passkeys and
   * credentials are deleted.
   */
  *replace(credentials: readonly NewCredential[]): DbCommand<CredentialChange> {
    const known = new Map((yield* SQL.credentials.all()).map((row) => [row.userId, row]));
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
    // Sessions are deleted before the credentials are locked, because sign-ins lock them in this
    // order. The second deletion covers sessions that began before the lock.
    yield* SQL.removeSessionsOf.write(ended);
    yield* SQL.lockCredentials.all(ended);
    yield* SQL.removeSessionsOf.write(ended);
    yield* this.#passkeys.removeOf(JSON.stringify(removed));
    yield* SQL.removeCredentialsOf.write(JSON.stringify(removed));
    for (const credential of [...added, ...changed]) {
      yield* SQL.addCredential.run(credential);
    }
    return {
      credentialsAdded: ids(added),
      credentialsChanged: ids(changed),
      credentialsRemoved: removed,
    };
  }
}

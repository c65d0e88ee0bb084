import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** The login user ID that Linux shows for a process outside any login session. */
const NO_LOGIN = '4294967295';

/** Maximum length of the user name in the audit log, in characters. */
const MAX_NAME_CHARACTERS = 64;

/**
 * Returns the person at the terminal as `<user>/<login user id>`, for the audit log. The user is
 * the caller of sudo, if any. Linux keeps the login user ID unchanged from the login on. The
 * service cannot verify either and records them as a claim.
 */
export function claimedOperator(
  // eslint-disable-next-line no-restricted-syntax -- It is not a setting of the service.
  environment: Readonly<Record<string, string | undefined>> = process.env,
  loginId = readLoginId(),
): string {
  const user = environment['SUDO_USER'] ?? ownName();
  const id = loginId ?? environment['SUDO_UID'] ?? String(process.getuid?.() ?? '-');
  const safe = (text: string): string => text.replace(/[^\w.@\\$-]/g, '_') || '-';
  return `${safe(user).slice(0, MAX_NAME_CHARACTERS)}/${/^\d{1,10}$/.test(id) ? id : '-'}`;
}

function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user may have a number but no name.
    return '-';
  }
}

function readLoginId(): string | undefined {
  try {
    const id = readFileSync('/proc/self/loginuid', 'utf8').trim();
    return id === NO_LOGIN || id === '' ? undefined : id;
  } catch {
    return undefined;
  }
}

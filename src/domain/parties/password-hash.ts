/**
 * The cost parameters of scrypt. It fills 2 to the power of `logN` blocks of 128 times `r` bytes,
 * `p` times.
 */
export interface ScryptCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** The parts of a written password hash. */
interface PasswordHash {
  readonly cost: ScryptCost;
  /** Base64 without padding. */
  readonly salt: string;
  /** Base64 without padding. */
  readonly hash: string;
}

/** Maximum memory of one scrypt computation, in bytes. */
export const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

/** Maximum of the scrypt parameter `p`. The cost in time is proportional to it. */
const MAX_PASSES = 10;

/** Length of the derived key, in bytes. */
export const HASH_BYTES = 32;

/** Minimum length of the salt in the password hash of one of the bank's users, in bytes. */
const MIN_SALT_BYTES = 16;

/**
 * Minimum cost of a password hash in the bank's file, equal to that of `npx pisctl password`
 * (OWASP's password storage cheat sheet). A cheaper hash would be verified faster than the password
 * of an unknown user name. The difference in time would show which names exist.
 */
export const MIN_COST: ScryptCost = { logN: 15, r: 8, p: 3 };

const WRITTEN =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Returns `$scrypt$ln=…,r=…,p=…$salt$hash`. */
export function formatPasswordHash({ cost: { logN, r, p }, salt, hash }: PasswordHash): string {
  return `$scrypt$ln=${String(logN)},r=${String(r)},p=${String(p)}$${salt}$${hash}`;
}

/** Parses a password hash. Returns undefined if no password can be verified against it. */
export function parsePasswordHash(written: string): PasswordHash | undefined {
  const parsed = partsOf(written);
  return parsed && ceilingProblems(parsed).length === 0 ? parsed : undefined;
}

/**
 * Returns the reasons why the service does not accept the password hash of one of the bank's users.
 * The hash cannot be verified, is too cheap for an attacker, or is too expensive for the service.
 * The messages never contain the salt or the hash.
 */
export function passwordHashProblems(written: string): readonly string[] {
  const parsed = partsOf(written);
  if (parsed !== undefined) return [...floorProblems(parsed), ...ceilingProblems(parsed)];
  return ['Expected the passwordHash that npx pisctl password prints: $scrypt$ln=15,r=8,p=3$…$…'];
}

function partsOf(written: string): PasswordHash | undefined {
  const [all, logN, r, p, salt = '', hash = ''] = WRITTEN.exec(written) ?? [];
  if (all === undefined) return undefined;
  return { cost: { logN: Number(logN), r: Number(r), p: Number(p) }, salt, hash };
}

function floorProblems({ cost, salt }: PasswordHash): readonly string[] {
  const names = [
    ['ln', cost.logN, MIN_COST.logN],
    ['r', cost.r, MIN_COST.r],
    ['p', cost.p, MIN_COST.p],
  ] as const;
  const weak = names
    .filter(([, found, least]) => found < least)
    .map(([name, found, least]) => {
      return `Found ${name}=${String(found)}. Expected ${name} of at least ${String(least)}`;
    });
  if (bytesOf(salt) >= MIN_SALT_BYTES) return weak;
  const found = `Found a salt of ${String(bytesOf(salt))} bytes`;
  return [...weak, `${found}. Expected at least ${String(MIN_SALT_BYTES)}`];
}

/**
 * Returns the limits that a hash exceeds: those of OpenSSL's scrypt (RFC 7914, 6), and those on the
 * memory and time that the service may spend on one hash.
 */
function ceilingProblems({ cost, hash }: PasswordHash): readonly string[] {
  const { logN, r, p } = cost;
  const problems: string[] = [];
  const bytes = 128 * r * (2 ** logN + p + 2);
  if (logN < 1 || r < 1 || p < 1 || logN >= 16 * r) {
    problems.push('Expected ln, r and p that scrypt allows (RFC 7914)');
  }
  if (bytes > MAX_MEMORY_BYTES) {
    const expected = `Expected at most ${String(MAX_MEMORY_BYTES)}, for example ln=15,r=8`;
    problems.push(`Found ln and r that take ${String(bytes)} bytes of memory. ${expected}`);
  }
  if (p > MAX_PASSES) {
    problems.push(`Found p=${String(p)}. Expected p of at most ${String(MAX_PASSES)}`);
  }
  if (bytesOf(hash) !== HASH_BYTES) {
    const found = `Found a hash of ${String(bytesOf(hash))} bytes`;
    problems.push(`${found}. Expected ${String(HASH_BYTES)}`);
  }
  return problems;
}

/**
 * Returns the number of bytes that a base64 text without padding encodes. Returns 0 if its length
 * is impossible.
 */
function bytesOf(base64: string): number {
  return base64.length % 4 === 1 ? 0 : Math.floor((base64.length * 3) / 4);
}

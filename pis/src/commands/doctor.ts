import { ApiError, connect, PaymentClientError } from '@payment-initiation/client';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { connectOptionsOf, type BankOptions } from '../bank/connection.ts';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.ts';
import { loadProfile, type Profile } from '../profile/profile.ts';
import type { Context } from '../terminal/context.ts';
import { printResults, type JsonOption } from '../terminal/results.ts';

/** Options of `pis doctor`. */
export interface DoctorOptions extends BankOptions {
  readonly json?: JsonOption;
}

/** Result of one check. */
interface Check {
  readonly check: string;
  readonly passed: boolean;
  readonly found: string;
  readonly remedy: string;
}

/** Time before the end of a certificate from which it counts as a fault, in milliseconds. */
const CERTIFICATE_MARGIN_MS = 24 * 3600 * 1000;
/** Largest difference between this clock and the bank's, in milliseconds. */
const CLOCK_MARGIN_MS = 30_000;
/** An id that no bank knows. Reading it tests the token, the signatures and the address. */
const UNKNOWN_ID = 'pis-doctor';

/** Checks a profile, its keys, the clock and the bank. Returns the exit code. */
export async function diagnose(context: Context, options: DoctorOptions): Promise<number> {
  const profile = await loadProfile(context.folder, options.profile);
  const checks: Check[] = [];
  const parts = await connectOptionsOf(profile);
  checks.push(certificateCheck(parts.tls, context.now()));
  const code = checks.every(({ passed }) => passed)
    ? await bankChecks(profile, parts, { checks, now: context.now })
    : exitCodes.notAuthenticated;
  const lines = checks.map(({ check, passed, found, remedy }) =>
    [`${passed ? 'ok    ' : 'failed'}  ${check}: ${found}`, ...(passed ? [] : [remedy])].join(
      '\n        ',
    ),
  );
  printResults(
    context.out,
    options.json,
    checks.map(({ remedy, ...check }) => (check.passed ? check : { ...check, remedy })),
    lines.join('\n'),
  );
  return code;
}

type Parts = Awaited<ReturnType<typeof connectOptionsOf>>;

function certificateCheck({ cert, key }: Parts['tls'], now: number): Check {
  const check = 'transport certificate';
  try {
    const certificate = new X509Certificate(cert);
    const own = createPublicKey(key).export({ type: 'spki', format: 'pem' });
    const ends = new Date(certificate.validTo);
    if (certificate.publicKey.export({ type: 'spki', format: 'pem' }) !== own) {
      const remedy = 'Name the key of this certificate in tls.key of the profile.';
      return { check, passed: false, found: 'the key belongs to another certificate', remedy };
    }
    const passed = ends.getTime() > now + CERTIFICATE_MARGIN_MS;
    const remedy = 'Get a new certificate from the directory.';
    return { check, passed, found: `valid until ${ends.toISOString().slice(0, 10)}`, remedy };
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return { check, passed: false, found, remedy: 'Expected a certificate and a key in PEM.' };
  }
}

/** Connects, and reads a consent that does not exist. Adds a check for each step. */
async function bankChecks(
  profile: Profile,
  parts: Parts,
  { checks, now }: { readonly checks: Check[]; readonly now: () => number },
): Promise<ExitCode> {
  let step = 'discovery';
  const pass = (found: string): void => {
    checks.push({ check: step, passed: true, found, remedy: '' });
  };
  try {
    const bank = await connect(parts);
    pass(profile.issuer);
    try {
      step = 'token, directory and signatures';
      const date = await statusOfUnknown(bank);
      pass('accepted by the bank');
      step = 'clock';
      const difference = date === undefined ? 0 : Math.abs(now() - date);
      if (difference > CLOCK_MARGIN_MS) {
        const found = `differs from the bank's by ${String(Math.round(difference / 1000))} s`;
        checks.push({ check: step, passed: false, found, remedy: 'Set the clock (NTP).' });
        return exitCodes.failed;
      }
      pass('equals that of the bank');
    } finally {
      await bank.close();
    }
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof PaymentClientError)) throw error;
    const { message, remedy } = error;
    checks.push({ check: step, passed: false, found: message, remedy });
    return exitCodeOf(error);
  }
}

/** Reads a consent that does not exist. The bank must answer that it is unknown. */
async function statusOfUnknown(bank: Awaited<ReturnType<typeof connect>>) {
  try {
    await bank.payments('domestic-payments').readConsent(UNKNOWN_ID);
  } catch (error) {
    const isUnknown = error instanceof ApiError && (error.status === 400 || error.status === 404);
    if (!isUnknown) throw error;
    return dateOf(error.headers);
  }
  return undefined;
}

/** Returns the bank's time from the header `Date`, in milliseconds since 1970. */
function dateOf(headers: Headers): number | undefined {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? undefined : date;
}

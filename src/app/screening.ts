import type { Config } from '../config/config.ts';
import type { Traceparent } from '../connections/peer.ts';
import type { BankScreening } from '../domain/ports/screening.ts';
import type { ScreeningStore } from '../domain/ports/screening-store.ts';
import type { Observe } from '../domain/records/events.ts';
import { logFirstFailure } from '../domain/records/log-first-failure.ts';
import { FAMILIES } from '../families/index.ts';
import { filesFor } from './credential-files.ts';

/** The connection to the bank's screening. */
export interface ScreeningConnection extends BankScreening {
  close(): void;
}

/**
 * Opens the connection to the bank's screening. Null if the bank has none.
 *
 * @throws Error for operators if a setting or a file for TLS cannot be used
 */
export async function openScreening(
  config: Config,
  traceparent: Traceparent | null,
): Promise<ScreeningConnection | null> {
  const { screening: url, screeningUnanswered, screeningDeadlineMs: deadlineMs } = config;
  if (url === undefined) return null;
  const { otherwise, byFamily } = screeningUnanswered;
  const names: ReadonlySet<string> = new Set(FAMILIES.map(({ name }) => name));
  for (const name of byFamily.keys()) {
    if (names.has(name)) continue;
    const expected = [...names].join(', ');
    throw new Error(`PIS_SCREENING_UNANSWERED names ${name}. Expected one of ${expected}.`);
  }
  const files = filesFor(url, 'PIS_SCREENING', {
    certificate: config.screeningCertificateFile,
    key: config.screeningKeyFile,
    authorities: config.screeningCaFile,
  });
  const { ScreeningClient } = await import('../connections/screening-client.ts');
  const client = new ScreeningClient({ url, files, deadlineMs, traceparent });
  await client.prepare();
  return {
    screen: (context, payments) => client.screen(context, payments),
    decisionsAfter: (cursor) => client.decisionsAfter(cursor),
    whenUnanswered: (family) => byFamily.get(family) ?? otherwise,
    close: () => {
      client.close();
    },
  };
}

/**
 * Checks that no payment is held by the screening, for a service without screening. Such a service
 * would book held payments when their time limit ends. It would also book rejected payments whose
 * step has not been performed.
 *
 * @throws Error for operators
 */
export async function requireNoneHeld(store: Pick<ScreeningStore, 'hasHeldSteps'>): Promise<void> {
  if (!(await store.hasHeldSteps())) return;
  throw new Error(
    'PIS_SCREENING is not set, but the screening holds payments. Set it, start the service, and ' +
      'decide about them first. See: npx pisctl screening list',
  );
}

/**
 * Returns the connection for the use cases, which reports the first of consecutive failures,
 * because payments only wait then.
 */
export function reportingScreening(screening: BankScreening, observe: Observe): BankScreening {
  const attempt = logFirstFailure(observe, 'asking the screening');
  return {
    screen: (context, payments) => attempt(() => screening.screen(context, payments)),
    decisionsAfter: (cursor) => screening.decisionsAfter(cursor),
    whenUnanswered: (family) => screening.whenUnanswered(family),
  };
}

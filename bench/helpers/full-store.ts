import { built } from './built.ts';
import { consentBody } from './tpp.ts';

/** Commands that are given to the store at once, and so share a transaction. */
const AT_ONCE = 1024;

/**
 * Puts so many consents, each with its idempotency key, into the store in a folder whose service
 * is stopped: through the store's own command, but without the requests around it.
 */
export async function fillStore(directory: string, consents: number): Promise<void> {
  const { openSqliteStore } = await built();
  const store = openSqliteStore(`${directory}/service.db`);
  const { Data } = consentBody({ hash: `${'A'.repeat(43)}=`, payments: 4000 });
  const data = JSON.stringify(Data);
  const now = Date.now();
  const create = (number: number) =>
    store.createConsent(
      {
        id: filledId(number),
        family: 'file-payments',
        clientId: 'tpp-one',
        status: 'AwaitingUpload',
        data,
        risk: null,
        debtorAccount: null,
      },
      {
        clientId: 'tpp-one',
        endpoint: 'POST /file-payment-consents',
        key: crypto.randomUUID(),
        bodyHash: 'f'.repeat(64),
      },
      now,
    );
  for (let first = 0; first < consents; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, consents - first);
    await Promise.all(Array.from({ length: count }, (_, place) => create(first + place)));
  }
  await store.close();
}

/** The id of one of the consents that `fillStore` made. */
export function filledId(number: number): string {
  return `fpc-${String(number).padStart(26, '0')}`;
}

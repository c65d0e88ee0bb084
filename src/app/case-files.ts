import { writeCaseFile } from '../auth/case-files/case-file.ts';
import type { KeyRing } from '../auth/keys/key-ring.ts';
import type { Act } from '../domain/records/audit.ts';
import { oneAfterAnother } from '../shared/concurrency.ts';
import type { Access } from './access.ts';
import type { Core } from './core.ts';
import { shownExchanges } from './payment-timelines.ts';

interface Parts {
  readonly config: Pick<Core['config'], 'schemes'>;
  readonly store: Pick<Core['store'], 'record'>;
  readonly clock: Pick<Core['clock'], 'now'>;
  readonly useCases: Pick<Core['useCases'], 'collectCase'>;
}

/**
 * Returns a function that creates the case file of a payment, signed with the bank's key. It
 * records the export in the audit log before it returns the file. It creates one case file after
 * the other, because a large one takes much memory and blocks other requests for up to a second.
 * The listeners limit the number of requests that wait.
 */
export function exporterOfCases(
  { config, store, clock, useCases }: Parts,
  {
    keys,
    settings,
  }: {
    readonly keys: Pick<KeyRing, 'jwks' | 'signing'>;
    readonly settings: Pick<Access['settings'], 'bankTitle'>;
  },
) {
  const exchanges = shownExchanges(config);
  const inTurn = oneAfterAnother();
  const create = async (id: string, row: number | null, act: Act) => {
    const content = await useCases.collectCase({ id, row, exchanges }, clock.now());
    if (typeof content === 'string') return content;
    const { consentId, paymentId } = content.subject;
    const detail = { consentId, row };
    const subject = paymentId ?? consentId;
    await store.record(act, { action: 'caseExported', subject, detail });
    return writeCaseFile(content, keys, settings.bankTitle);
  };
  return (id: string, row: number | null, act: Act) => inTurn(() => create(id, row, act));
}

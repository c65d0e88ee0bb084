import { expect, it, onTestFinished, vi } from 'vitest';
import type { Store } from '../../src/domain/ports/store.ts';
import { scheduledStep, useConsole } from './console-bank.ts';

const bank = useConsole({ hub: false, core: false, screening: false });

/** Records the names of the methods of the store that are called, in order. */
function callsOf(store: Store): readonly string[] {
  const calls: string[] = [];
  const methods = store as unknown as Record<string, (...given: unknown[]) => unknown>;
  for (const [name, method] of Object.entries(methods)) {
    if (typeof method !== 'function') continue;
    const spy = vi.spyOn(methods, name).mockImplementation((...given) => {
      calls.push(name);
      return method.apply(store, given);
    });
    onTestFinished(() => spy.mockRestore());
  }
  return calls;
}

/**
 * Each method is one round trip to PostgreSQL or several. Before another is added here, check that
 * none of these can return the rows too.
 */
it('shows a payment of a file with 11 queries and two commands', async () => {
  const { paymentId } = await scheduledStep(bank());
  const browser = await bank().signedIn('counter', 'operate');
  const calls = callsOf(bank().service.store);
  expect((await browser.open(`/payments/${paymentId}`)).status).toBe(200);
  expect(calls).toEqual([
    ...['findOperatorSession', 'keepOperatorActive'],
    ...['findPayment', 'findConsent', 'findFile'],
    ...['consentHistoryOf', 'historyOf'],
    ...['listSearchSegments', 'auditHead', 'listAuditEntries'],
    ...['findSoftwareOf', 'record', 'holdableOf'],
  ]);
});

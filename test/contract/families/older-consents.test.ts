import { expect, test } from 'vitest';
import { approve, pounds } from '../../helpers/orders.ts';
import { account, NORTHWIND } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { dataOf, faultsOf, Tpp, type Reply } from '../../helpers/tpp.ts';

const Initiation = {
  InstructionIdentification: 'ACME',
  EndToEndIdentification: 'E2E',
  LocalInstrument: 'UK.OBIE.FPS',
  InstructedAmount: pounds('100.00'),
  CreditorAccount: account('20000000000001', 'Fresco Ltd'),
};

const createConsent = (tpp: Tpp): Promise<Reply> =>
  tpp.post('/domestic-payment-consents', { Data: { Initiation }, Risk: {} });

test('a consent from before a limit was lowered can still be used', async () => {
  const before = await startService();
  const tpp = await Tpp.signIn(before.origin);
  const consentId = dataOf(await createConsent(tpp))['ConsentId'] as string;
  const token = await approve(tpp, consentId, NORTHWIND);
  const after = await restartWith(before, 50_00);
  const later = await Tpp.signIn(after.origin);
  expect(faultsOf(await createConsent(later))).toEqual([
    'Field.Invalid Data.Initiation.InstructedAmount.Amount',
  ]);
  const body = { Data: { ConsentId: consentId, Initiation }, Risk: {} };
  expect((await later.post('/domestic-payments', body, { token })).status).toBe(201);
  await after.end();
});

/** Restarts a service with another maximum amount of Faster Payments, in pence. */
async function restartWith(service: RunningService, fpsMaxPence: number): Promise<RunningService> {
  await service.stop();
  return startService({ directory: service.directory, config: { fpsMaxPence } });
}

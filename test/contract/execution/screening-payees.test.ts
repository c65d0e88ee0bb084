import { expect, onTestFinished, test } from 'vitest';
import { openReferenceScreening } from '../../../src/simulators/screening/server.ts';
import { eventually } from '../../helpers/eventually.ts';
import { account, fileOf, NEARLY_EMPTY, NORTHWIND, payment } from '../../helpers/payment-file.ts';
import { startService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';

/** Returns a file with more payees than one transaction remembers. */
function fileFor(payee: string, debtor: string): Buffer {
  const InstructedAmount = { Amount: '5.00', Currency: 'GBP' };
  const DebtorAccount = account(debtor, 'Northwind');
  return fileOf(
    Array.from({ length: 2001 }, (_, index) => {
      const name = `${payee} ${String(index)}`;
      const CreditorAccount = account(String(20_000_000_000_000 + index), name);
      return payment(index, { CreditorAccount, DebtorAccount, InstructedAmount });
    }),
  );
}

test('all payees of a large file are remembered, and none if nothing was debited', async () => {
  const screening = await openReferenceScreening({ port: 0 });
  const service = await startService({ config: { screening: screening.url } });
  onTestFinished(async () => {
    await service.end();
    await screening.close();
  });
  const tpp = await Tpp.signIn(service.origin);
  const isKnown = async (name: string): Promise<boolean> =>
    (await service.store.paidPayees('northwind', [name])).length === 1;
  await tpp.finished(await tpp.pay(fileFor('Payee', NORTHWIND)));
  await eventually(async () => expect(await isKnown('Payee 2000')).toBe(true));
  expect([await isKnown('Payee 0'), await isKnown('Payee 1500')]).toEqual([true, true]);
  await tpp.finished(await tpp.pay(fileFor('Other', NEARLY_EMPTY)));
  expect([await isKnown('Other 0'), await isKnown('Other 2000')]).toEqual([false, false]);
});

import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../../src/families/index.ts';
import { TO_GERMANY } from '../../helpers/international.ts';
import { pounds, standingOrder } from '../../helpers/orders.ts';
import {
  account,
  bulkFile,
  fileOf,
  NORTHWIND,
  payment,
  PAYROLL,
} from '../../helpers/payment-file.ts';
import { dataOf, faultsOf, type Reply } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { vrpConsent } from '../../helpers/vrp.ts';

const bank = useFreshBank();

type Json = Readonly<Record<string, unknown>>;

const OWN = account(NORTHWIND, 'Northwind Components plc');
/** The customer's own account, written as an IBAN. */
const OWN_IBAN = { ...OWN, SchemeName: 'UK.OBIE.IBAN', Identification: 'GB68TEST11280001234567' };

const SINGLE = {
  InstructionIdentification: 'ACME',
  EndToEndIdentification: 'ACME',
  InstructedAmount: pounds('10.50'),
};
const AHEAD = { RequestedExecutionDateTime: '2026-12-03T09:00:00Z' };
const ABROAD = {
  ...TO_GERMANY,
  CurrencyOfTransfer: 'GBP',
  InstructedAmount: pounds('10.50'),
  CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'BARCGB22' },
  SupplementaryData: { DestinationCountry: 'GB' },
};
const PERMISSION = { Permission: 'Create' };

/** The data of a consent in each family except files. The accounts are added by the tests. */
const CONSENTS: Readonly<Record<string, { data?: Json; initiation: Json }>> = {
  'domestic-payments': { initiation: SINGLE },
  'domestic-scheduled-payments': { data: PERMISSION, initiation: { ...SINGLE, ...AHEAD } },
  'domestic-standing-orders': { data: PERMISSION, initiation: standingOrder() },
  'international-payments': { initiation: ABROAD },
  'international-scheduled-payments': { data: PERMISSION, initiation: { ...ABROAD, ...AHEAD } },
  'domestic-vrps': {
    data: vrpConsent({ MaximumIndividualAmount: pounds('10.00') }).Data,
    initiation: {},
  },
};

function ask(name: string, accounts: Json): Promise<Reply> {
  const { data = {}, initiation = {} } = CONSENTS[name] ?? {};
  const family = FAMILIES.find((one) => one.name === name);
  const Data = { ...data, Initiation: { ...initiation, ...accounts } };
  return bank.tpp.post(`/${family?.consents ?? ''}`, { Data, Risk: {} });
}

/** Returns the customer's own account as the payee, in the format that a family uses. */
const payeeOf = (name: string): Json => (name.startsWith('international') ? OWN_IBAN : OWN);

test('every family is covered', () => {
  const names = FAMILIES.map(({ name }) => name).filter((name) => name !== 'file-payments');
  expect(Object.keys(CONSENTS).toSorted()).toEqual(names.toSorted());
});

describe.each(Object.keys(CONSENTS))('a consent of %s', (name) => {
  test('that names the same account as debtor and creditor is rejected', async () => {
    const reply = await ask(name, { DebtorAccount: OWN, CreditorAccount: payeeOf(name) });
    expect([reply.status, faultsOf(reply)]).toEqual([
      400,
      ['Field.Invalid Data.Initiation.CreditorAccount.Identification'],
    ]);
  });

  test("cannot be approved with the creditor's account, but with another", async () => {
    const [own, other] = await Promise.all(
      [0, 1].map(async () => {
        const reply = await ask(name, { CreditorAccount: payeeOf(name) });
        return dataOf(reply)['ConsentId'] as string;
      }),
    );
    const refused = await bank.tpp.decide(own ?? '', { debtorAccount: NORTHWIND });
    expect(refused.json).toMatchObject({
      status: 'Rejected',
      error_description: `Account ${NORTHWIND} is the payee, so it cannot also be debited.`,
    });
    const decision = await bank.tpp.decide(other ?? '', { debtorAccount: PAYROLL });
    expect(decision.json).toMatchObject({ status: 'Authorised' });
  });
});

describe('a payment of a file', () => {
  const PATH = 'CreditorAccount.Identification';
  const NONE = { DebtorAccount: undefined };

  test.each([
    ['names its debtor', {}, {}],
    ['is paid from the account of the consent', NONE, { DebtorAccount: OWN }],
    ['spells one of them as an IBAN', { DebtorAccount: OWN_IBAN }, {}],
  ])("that %s cannot pay the debtor's account", async (_, members, initiation) => {
    const file = fileOf(
      [0, 1, 2, 3].map((index) =>
        payment(index, { ...members, ...(index % 3 === 2 ? { CreditorAccount: OWN } : {}) }),
      ),
    );
    const reply = await bank.tpp.upload(await bank.tpp.consentFor(file, initiation), file);
    expect(faultsOf(reply)).toEqual([`Field.Invalid Data.DomesticPayments[2].${PATH}`]);
  });

  test("that names no debtor cannot be paid from the creditor's account", async () => {
    const payments = [...Array(1200).keys()].map((index) =>
      payment(index, { ...NONE, ...(index === 1100 ? { CreditorAccount: OWN } : {}) }),
    );
    const file = fileOf(payments);
    const waiting = async (): Promise<string> => {
      const consentId = await bank.tpp.consentFor(file);
      await bank.tpp.upload(consentId, file);
      return consentId;
    };
    const refused = await bank.tpp.decide(await waiting(), { debtorAccount: NORTHWIND });
    expect(refused.json).toMatchObject({
      error_description: `Account ${NORTHWIND} is the payee, so it cannot also be debited.`,
    });
    const decision = await bank.tpp.decide(await waiting(), { debtorAccount: PAYROLL });
    expect(decision.json).toMatchObject({ status: 'Authorised' });
  });

  test('that names another debtor may pay the account that is debited for the others', async () => {
    const other = { DebtorAccount: account(PAYROLL), CreditorAccount: OWN };
    const file = fileOf([payment(0, NONE), payment(1, other)]);
    const consentId = await bank.tpp.consentFor(file);
    await bank.tpp.upload(consentId, file);
    const decided = await bank.tpp.decide(consentId, { debtorAccount: NORTHWIND });
    expect(decided.json).toMatchObject({ status: 'Authorised' });
  });

  test('to a payee at another bank is unaffected', async () => {
    const file = bulkFile(2);
    expect((await bank.tpp.upload(await bank.tpp.consentFor(file), file)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreditSource } from '../../../src/domain/execution/credit.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { StepwiseBank } from '../../helpers/stepwise-bank.ts';
import {
  TO_BRITAIN,
  TO_GERMANY,
  TO_USA,
  without,
  type Members,
} from '../../helpers/international.ts';
import { account } from '../../helpers/payment-file.ts';
import { WEDNESDAY, type FamilyCase } from '../families/family-case.ts';
import { caseOf } from '../families/family-cases.ts';
import { FamilyClient } from '../families/family-client.ts';

const ADDRESS = { AddressLine: ['1 Bank Street'], TownName: 'Leeds', Country: 'GB' };
const NEW_YORK = { TownName: 'New York', Country: 'US' };
const ROLL = 'ROLL 77/1';

/** A British account with a roll number, by which the payee's bank identifies the customer. */
const CREDITOR: Members = {
  ...account('20000000000001', 'Fresco Ltd'),
  SecondaryIdentification: ROLL,
};

const BARCLAYS = { SchemeName: 'UK.OBIE.BICFI', Identification: 'BARCGB22XXX', Name: 'Barclays' };

/** The creditor that the scheme receives for a domestic payment, unless a case changes it. */
const AT_HOME = {
  name: 'Fresco Ltd',
  address: null,
  country: 'GB',
  isBritish: true,
  secondary: ROLL,
  agent: null,
  clearingCode: null,
};

const IN_POUNDS = {
  currencyOfTransfer: 'GBP',
  chargeBearer: undefined,
  purpose: { code: '', extended: '' },
};

/** An Initiation in US dollars, with the BIC and the US clearing code of the payee's bank. */
const ROUTED: Members = {
  ...TO_USA,
  Purpose: 'BEXP',
  ExtendedPurpose: 'Business expenses of June',
  ChargeBearer: 'BorneByDebtor',
  SupplementaryData: {
    DestinationCountry: 'US',
    NCCCode: 'USABA',
    NCCIdentification: '021000021',
  },
};

const FEDWIRE = { code: 'USABA', identification: '021000021' };

interface Handing {
  readonly what: string;
  readonly family: string;
  /** The fields in which the case differs from the test case of its family. */
  readonly changes: Partial<FamilyCase>;
  readonly handed: object;
}

/**
 * Returns a test case of VRPs in which only the consent, not the instruction, names the creditor's
 * bank.
 */
function vrpCase(): Partial<FamilyCase> {
  const { initiation, paymentData } = caseOf('domestic-vrps');
  const Instruction = paymentData['Instruction'] as Members;
  return {
    initiation: { ...initiation, CreditorAgent: BARCLAYS, CreditorAccount: CREDITOR },
    paymentData: { ...paymentData, Instruction: { ...Instruction, CreditorAccount: CREDITOR } },
  };
}

/** Returns a family's test case with some fields of its Initiation replaced. */
function changed(family: string, members: Members): Partial<FamilyCase> {
  const { initiation } = caseOf(family);
  return { initiation: { ...initiation, ...members } };
}

const HANDINGS: readonly Handing[] = [
  {
    what: 'the creditor’s address and the roll number',
    family: 'domestic-payments',
    changes: changed('domestic-payments', {
      CreditorAccount: CREDITOR,
      CreditorPostalAddress: ADDRESS,
    }),
    handed: {
      ...IN_POUNDS,
      instructed: { minor: 165_88, currency: 'GBP' },
      creditor: { ...AT_HOME, address: ADDRESS },
    },
  },
  {
    what: 'the creditor’s address and the roll number',
    family: 'domestic-scheduled-payments',
    changes: changed('domestic-scheduled-payments', {
      CreditorAccount: CREDITOR,
      CreditorPostalAddress: ADDRESS,
    }),
    handed: { ...IN_POUNDS, creditor: { ...AT_HOME, address: ADDRESS } },
  },
  {
    what: 'the roll number',
    family: 'domestic-standing-orders',
    changes: changed('domestic-standing-orders', { CreditorAccount: CREDITOR }),
    handed: { ...IN_POUNDS, creditor: AT_HOME },
  },
  {
    what: 'the creditor agent of the consent',
    family: 'domestic-vrps',
    changes: vrpCase(),
    handed: {
      ...IN_POUNDS,
      instructed: { minor: 10_00, currency: 'GBP' },
      creditor: { ...AT_HOME, agent: { bic: 'BARCGB22XXX', name: 'Barclays', address: null } },
    },
  },
  {
    what: 'the BIC and the clearing code',
    family: 'international-payments',
    changes: { initiation: ROUTED },
    handed: {
      instructed: { minor: 165_88, currency: 'USD' },
      currencyOfTransfer: 'USD',
      chargeBearer: 'BorneByDebtor',
      purpose: { code: 'BEXP', extended: 'Business expenses of June' },
      creditor: {
        name: 'ACME Inc',
        address: NEW_YORK,
        country: 'US',
        isBritish: false,
        secondary: '',
        agent: { bic: 'BOFAUS3NXXX', name: null, address: null },
        clearingCode: FEDWIRE,
      },
    },
  },
  {
    what: 'the clearing code without a BIC',
    family: 'international-payments',
    changes: { initiation: without(ROUTED, 'CreditorAgent') },
    handed: { creditor: { agent: null, clearingCode: FEDWIRE } },
  },
  {
    what: 'a bank by name and address',
    family: 'international-payments',
    changes: {
      initiation: { ...TO_BRITAIN, CreditorAgent: { Name: 'Barclays', PostalAddress: ADDRESS } },
    },
    handed: {
      creditor: {
        country: 'GB',
        isBritish: true,
        agent: { bic: null, name: 'Barclays', address: ADDRESS },
      },
    },
  },
  {
    what: 'an amount in pounds with euro as the currency of transfer',
    family: 'international-scheduled-payments',
    changes: {
      initiation: {
        ...TO_GERMANY,
        RequestedExecutionDateTime: WEDNESDAY,
        InstructedAmount: { Amount: '100.00', Currency: 'GBP' },
        CreditorAgent: { SchemeName: 'BICFI', Identification: 'DEUTDEFF' },
      },
    },
    handed: {
      instructed: { minor: 100_00, currency: 'GBP' },
      currencyOfTransfer: 'EUR',
      creditor: {
        name: 'ACME GmbH',
        country: 'DE',
        agent: { bic: 'DEUTDEFF', name: null, address: null },
      },
    },
  },
  {
    what: 'the file as it was uploaded',
    family: 'file-payments',
    changes: {},
    handed: { kind: 'file', file: { payments: 1, totalPence: 10_50 } },
  },
];

/** The credits that the scheme received for each payment, in the order of HANDINGS. */
const handed: (readonly CreditSource[])[] = [];
let bank: StepwiseBank | undefined;

beforeAll(async () => {
  const before = await StepwiseBank.open();
  const paymentIds: string[] = [];
  for (const { family, changes } of HANDINGS) {
    const familyCase = { ...caseOf(family), ...changes };
    const client = new FamilyClient(before.tpp, familyNamed(family), familyCase);
    paymentIds.push((await client.paid()).paymentId);
  }
  bank = await before.restarted();
  while (await bank.step());
  const { calls } = bank;
  for (const id of paymentIds) {
    handed.push(calls.filter(({ paymentId }) => paymentId === id).map(({ credits }) => credits));
  }
});

afterAll(async () => {
  await bank?.close();
});

describe('a scheme receives after a restart', () => {
  test.each(HANDINGS.map((handing, index) => ({ ...handing, place: index })))(
    '$what of $family',
    ({ handed: expected, place }) => {
      const [sent, collected] = expectDefined(handed[place], 'what was handed over');
      expect(sent).toMatchObject({ kind: 'one', ...expected });
      expect(collected).toEqual(sent);
    },
  );
});

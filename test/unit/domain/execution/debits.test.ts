import { describe, expect, it } from 'vitest';
import { singleDebits } from '../../../../src/domain/execution/debits.ts';
import type { SinglePayment } from '../../../../src/domain/records/payment.ts';
import type { Payment } from '../../../../src/domain/records/records.ts';
import { Bug } from '../../../../src/shared/assert.ts';
import { orderOf } from '../../pipeline/orders.ts';
import { SENT_WITH_V3 } from '../../../helpers/v3.ts';

const DEBTOR = '11280001234567';

const PAYMENT: Payment = {
  id: 'ip-1',
  family: 'international-payments',
  consentId: 'ipc-1',
  clientId: 'tpp-one',
  createdAt: 0,
  statusUpdatedAt: 0,
  data: '{}',
  ...SENT_WITH_V3,
  risk: null,
  debtorAccount: DEBTOR,
  customerId: 'acme',
  groupStatus: 'RCVD',
  reason: null,
  version: 1,
  firstPaidAt: null,
  sentAt: null,
  approval: null,
  releasedAt: null,
  cancelledAt: null,
};

const ONE: SinglePayment = {
  ...orderOf().parties,
  index: 2,
  instrument: 'SWIFT',
  date: null,
  amountPence: 999,
  debtor: null,
};

const FREE = { amountPence: 800_00, chargePence: 0 };

describe('the debits of a single payment', () => {
  it("contain the amount with the payment's references", () => {
    expect(singleDebits(ONE, FREE, PAYMENT)).toEqual([
      {
        index: 2,
        account: DEBTOR,
        amountPence: 800_00,
        reference: 'For March',
        counterparty: 'Fresco GmbH',
      },
    ]);
  });

  it("contain the bank's charge separately", () => {
    const [sent, ...others] = singleDebits(ONE, { ...FREE, chargePence: 15_00 }, PAYMENT);
    expect(sent).toMatchObject({ index: 2, amountPence: 800_00 });
    expect(others).toEqual([
      {
        index: null,
        account: DEBTOR,
        amountPence: 15_00,
        reference: 'ip-1',
        counterparty: 'Charge for SWIFT',
      },
    ]);
  });

  it.each([
    [{}, 'For March'],
    [{ unstructured: '' }, 'INV-1'],
    [{ unstructured: '', reference: '' }, 'E2E-1'],
  ])('use the available reference: %j', (words, reference) => {
    expect(singleDebits({ ...ONE, ...words }, FREE, PAYMENT)).toMatchObject([{ reference }]);
  });

  it('throw without an account to debit', () => {
    expect(() => singleDebits(ONE, FREE, { ...PAYMENT, debtorAccount: null })).toThrow(Bug);
  });
});

import { describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../../../src/domain/records/file-types.ts';
import { parseFrequency } from '../../../../src/domain/calendar/frequency.ts';
import type { FileFacts } from '../../../../src/domain/records/payment.ts';
import { formatFrequency } from '../../../../src/families/domestic-standing-orders/review.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { TO_USA } from '../../../helpers/international.ts';
import { first, limitedTo, pounds, standingOrder } from '../../../helpers/orders.ts';
import { account } from '../../../helpers/payment-file.ts';
import { periodicLimit, vrpConsent } from '../../../helpers/vrp.ts';
import { PAYMENT, read } from '../reading.ts';

describe('the review page', () => {
  it('shows payee, amount and date of a payment', () => {
    expect(read('domestic-payments', { Initiation: PAYMENT })).toEqual({
      headline: '£1,234.50 to ‹Fresco Ltd›',
      Payee: '‹Fresco Ltd›',
      'Payee’s account': '20-00-00 00000001',
      Amount: '£1,234.50',
      Reference: '‹INV 1›',
      Note: '‹For March›',
      'Leaves your account': 'Today, Tuesday 1 December 2026, at once',
      'Sent by': 'Faster Payments',
      'Our charge': 'None',
    });
  });

  it.each([
    ['domestic-payments', { Initiation: PAYMENT }],
    ['domestic-standing-orders', { Initiation: standingOrder(limitedTo(12)) }],
    ['international-payments', { Initiation: TO_USA }],
    ['domestic-vrps', vrpConsent().Data],
  ])(
    'shows for %s the secondary identification of the account, if the request has one',
    (family, data) => {
      const paidTo = (CreditorAccount: object) =>
        read(family, { ...data, Initiation: { ...data.Initiation, CreditorAccount } });
      const payee = account('20000000000001', 'Fresco Ltd');
      const label = 'Within that account';
      const roll = 'ROLL 77/1';
      expect(paidTo({ ...payee, SecondaryIdentification: roll })).toMatchObject({
        [label]: `‹${roll}›`,
      });
      expect(paidTo(payee)).not.toHaveProperty(label);
    },
  );

  it('shows the reference, name and note that the payee will read, if the scheme changes them', () => {
    const long = {
      ...PAYMENT,
      CreditorAccount: account('20000000000001', 'The Worshipful Company of Payment Engineers'),
      RemittanceInformation: { Reference: 'INVOICE 2026/11/0018', Unstructured: 'For March' },
    };
    const fps = read('domestic-payments', { Initiation: long });
    expect(fps).toMatchObject({
      Reference: '‹INVOICE 2026/11/0018›',
      'The payee’s bank reads as the name': '‹The Worshipful Company of Payment Engine›',
      'The payee reads as the reference': '‹INVOICE 2026/11/00›',
    });
    expect(fps).not.toHaveProperty('The payee reads as the note');
    const chaps = { Initiation: { ...long, LocalInstrument: 'UK.OBIE.CHAPS' } };
    expect(read('domestic-payments', chaps)).toMatchObject({
      'The payee reads as the note': 'Nothing, because there is a reference',
    });
  });

  it('shows the cut-off of CHAPS, or the next day after it', () => {
    const chaps = { Initiation: { ...PAYMENT, LocalInstrument: 'UK.OBIE.CHAPS' } };
    const label = 'Leaves your account';
    expect(read('domestic-payments', chaps)).toMatchObject({
      [label]: 'Wednesday 2 December 2026, the next day on which we can make it',
    });
    const morning = { now: Date.parse('2026-12-01T09:00:00Z') };
    expect(read('domestic-payments', chaps, morning)).toMatchObject({
      [label]: 'Today, Tuesday 1 December 2026, if it reaches us before 16:00',
    });
  });

  it('shows a later day, moved to the next business day', () => {
    const on = (day: string) => {
      const RequestedExecutionDateTime = `${day}T09:00:00Z`;
      return read('domestic-scheduled-payments', {
        Initiation: { ...PAYMENT, RequestedExecutionDateTime },
      });
    };
    expect(on('2026-12-10')).toMatchObject({ 'Leaves your account': 'Thursday 10 December 2026' });
    expect(on('2026-12-25')).toMatchObject({
      'Leaves your account': 'Monday 28 December 2026, the next day on which we can make it',
    });
  });

  it('shows the first payments, number and last payment of a standing order', () => {
    const order = { Initiation: standingOrder(limitedTo(12)) };
    expect(read('domestic-standing-orders', order)).toMatchObject({
      headline: '£10.00 to ‹Fresco Ltd›, then £20.00 every month, on the 15th',
      'First payments': [
        '£10.00 on Tuesday 15 December 2026',
        '£20.00 on Friday 15 January 2027',
        '£20.00 on Monday 15 February 2027',
        '£20.00 on Monday 15 March 2027',
      ],
      'How many': '12 payments in all',
      'Last payment': '£30.00 on Monday 15 November 2027',
    });
  });

  it('shows the remaining payments of a standing order whose first day has passed', () => {
    const now = Date.parse('2027-01-20T09:00:00Z');
    const order = { Initiation: standingOrder(limitedTo(3)) };
    expect(read('domestic-standing-orders', order, { now })).toMatchObject({
      'First payments': [
        '£10.00 on Wednesday 20 January 2027',
        '£20.00 on Monday 15 February 2027',
        '£30.00 on Monday 15 March 2027',
      ],
      'Last payment': '£30.00 on Monday 15 March 2027',
    });
  });

  it('shows standing orders without end, until a day, with one payment and with very many', () => {
    const of = (members: object) =>
      read('domestic-standing-orders', { Initiation: standingOrder({ ...members }) });
    expect(of({})).toMatchObject({ 'How many': 'No end: it goes on until you cancel it' });
    expect(of({})).not.toHaveProperty('Last payment');
    expect(of({ FinalPaymentDateTime: '2027-06-01T09:00:00Z' })).toMatchObject({
      'How many': 'Until the last one',
      'Last payment': '£20.00 on Tuesday 1 June 2027',
    });
    expect(of({ NumberOfPayments: '1' })).toMatchObject({
      headline: '£10.00 to ‹Fresco Ltd›',
      'How many': '1 payment in all',
      'First payments': ['£10.00 on Tuesday 15 December 2026'],
    });
    expect(of({ ...first('2026-12-15'), NumberOfPayments: '9999' })).toMatchObject({
      'Last payment': '£20.00',
    });
  });

  it('shows every limit and date of variable payments, and whether approval is asked again', () => {
    const { Data } = vrpConsent({
      ValidToDateTime: '2027-12-31T12:00:00Z',
      MaximumIndividualAmount: pounds('100.00'),
      PeriodicLimits: [periodicLimit('Month', 'Calendar', '500.00')],
    });
    expect(read('domestic-vrps', Data)).toMatchObject({
      headline: 'Payments to ‹Fresco Savings›, up to £100.00 each',
      'Each payment at most': '£100.00',
      'In all at most': ['£500.00 a month, by the calendar'],
      From: 'Today',
      Until: 'Friday 31 December 2027, inclusive',
      'We ask you again': 'No: payments within these limits are made at once',
      'The provider says': 'It will ask you to confirm each payment',
      Purpose: 'According to the provider: moving money between your own accounts (sweeping)',
    });
    const boundless = vrpConsent({
      PSUAuthenticationMethods: ['UK.OBIE.SCANotRequired'],
      MaximumIndividualAmount: undefined,
    });
    expect(read('domestic-vrps', boundless.Data)).toMatchObject({
      'Each payment at most': 'No limit for one payment',
      'In all at most': 'No limit over time',
      Until: 'No end: until you end it',
      'We ask you again': 'No: payments within these limits are made at once',
    });
  });

  it('shows the periodic limit of variable payments without a maximum amount', () => {
    const within = (...PeriodicLimits: object[]) =>
      read(
        'domestic-vrps',
        vrpConsent({ MaximumIndividualAmount: undefined, PeriodicLimits }).Data,
      );
    const monthly = periodicLimit('Month', 'Calendar', '500.00');
    expect(within(monthly)).toMatchObject({
      headline: 'Payments to ‹Fresco Savings›, up to £500.00 a month',
      'Each payment at most': 'What is left of that in all',
    });
    expect(within(monthly, periodicLimit('Day', 'Consent', '50.00'))).toMatchObject({
      headline: 'Payments to ‹Fresco Savings›, within the limits below',
    });
  });

  it('marks claims of the provider about variable payments as its claims', () => {
    const { Data } = vrpConsent({
      VRPType: ['UK.OBIE.VRPType.Sweeping', 'UK.OBIE.VRPType.Other'],
      PSUAuthenticationMethods: ['UK.OBIE.SCANotRequired'],
    });
    const review = read('domestic-vrps', Data);
    expect(review).not.toHaveProperty('The provider says');
    expect(review).toMatchObject({
      Purpose:
        'According to the provider: moving money between your own accounts (sweeping), ' +
        'and other payments',
    });
  });

  it('shows how a file will appear on the statement', () => {
    const debtors = [{ account: null, payments: 2, totalPence: 300 }];
    const group = { instrument: 'FPS', date: null, payments: 2, totalPence: 300, debtors } as const;
    const file: FileFacts = {
      fileType: PAYMENT_FILE_3_1,
      ...{ sha256: '', bytes: 1, payments: 2, totalPence: 300, requestedDate: null },
      classification: { kind: 'BULK', reason: '' },
      groups: [group],
      debitReference: 'March payroll',
      pageOffsets: [],
    };
    const data = { Initiation: { FileReference: 'Payroll 3' } };
    expect(read('file-payments', data, { file })).toEqual({
      headline: '2 payments, £3.00 in all',
      'File reference': '‹Payroll 3›',
      Payments: '2 payments',
      Total: '£3.00',
      'When and how': [
        '2 payments by Faster Payments, £3.00: today, Tuesday 1 December 2026, at once',
      ],
      'On your statement': [
        'One debit of £3.00 for the whole file.',
        'It reads “‹March payroll›”.',
        'A payment that is turned down comes back as a credit of its own.',
      ],
      'Our charge': 'None',
    });
    const batch = { ...file, classification: { kind: 'BATCH', reason: '' } } as const;
    expect(read('file-payments', data, { file: batch })).toMatchObject({
      'On your statement': ['2 debits, one for each payment.'],
    });
    const days = Array.from({ length: 14 }, () => group);
    const wide = read('file-payments', data, { file: { ...file, groups: days } });
    expect(wide).toMatchObject({
      'On your statement': ['14 debits, one for each account, scheme and day.', expect.anything()],
    });
    const rows = expectDefined(Object.entries(wide)[4], 'When and how')[1];
    expect(rows).toHaveLength(13);
    expect(rows).toContain('And 2 other groups of payments.');
  });
});

describe('the text of a frequency', () => {
  it.each([
    ['EvryDay', 'Every day'],
    ['EvryWorkgDay', 'Every working day'],
    ['IntrvlDay:03', 'Every 3 days'],
    ['IntrvlWkDay:01:03', 'Every Wednesday'],
    ['IntrvlWkDay:02:05', 'Every 2 weeks, on Friday'],
    ['WkInMnthDay:02:01', 'The second Monday of each month'],
    ['IntrvlMnthDay:01:22', 'Every month, on the 22nd'],
    ['IntrvlMnthDay:03:13', 'Every 3 months, on the 13th'],
    ['IntrvlMnthDay:12:-01', 'Every year, on the last day of the month'],
    ['IntrvlMnthDay:24:-03', 'Every 2 years, on the 3rd last day of the month'],
    ['QtrDay:ENGLISH', 'Every quarter, on the quarter days'],
  ])('of %s is %s', (code, words) => {
    expect(formatFrequency(expectDefined(parseFrequency(code), code))).toBe(words);
  });
});

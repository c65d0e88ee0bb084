import { expect, test } from 'vitest';
import type { ConsentRequest, Family, PaymentRequest, Version } from '../../client/src/index.ts';
import { realTime } from '../helpers/real-time.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { approve, connectTo, INITIATION } from './sandbox.ts';

const service = useSecureService();

const { DebtorAccount, CreditorAccount, InstructedAmount } = INITIATION;
const { InstructionIdentification, EndToEndIdentification } = INITIATION;
const IDS = { InstructionIdentification, EndToEndIdentification };
const SchemeName = 'UK.OBIE.SortCodeAccountNumber' as const;
const ACCOUNTS = {
  DebtorAccount: { ...DebtorAccount, SchemeName },
  CreditorAccount: { ...CreditorAccount, SchemeName },
};
const DOMESTIC = { ...IDS, ...ACCOUNTS, InstructedAmount } as const;

/** Returns the time in so many days, as the standard writes it. */
function inDays(days: number): string {
  return new Date(realTime() + days * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');
}

const RequestedExecutionDateTime = inDays(7);

/** Dollars to the USA. The two versions write the account and the country differently. */
const INTERNATIONAL = {
  ...IDS,
  ...{ DebtorAccount: ACCOUNTS.DebtorAccount, CurrencyOfTransfer: 'USD' },
  InstructedAmount: { Amount: '165.88', Currency: 'USD' },
  Creditor: { Name: 'ACME Inc', PostalAddress: { TownName: 'New York', Country: 'US' } },
  CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'BOFAUS3NXXX' },
  CreditorAccount: {
    ...{ SchemeName: 'UK.Northbank.OtherAccount', Identification: '0123456789' },
    Name: 'ACME Inc',
  },
} as const;

interface Case<V extends Version, F extends Family> {
  readonly family: F;
  readonly version: V;
  readonly consent: ConsentRequest<V, F>;
  /** Statuses that end the wait. The day of the test decides which one the payment gets. */
  readonly statuses: readonly string[];
}

/** Checks the types of a case, and forgets them, so that one test runs all cases. */
function caseOf<V extends Version, F extends Family>(given: Case<V, F>): Case<Version, Family> {
  return given as unknown as Case<Version, Family>;
}

const Permission = 'Create' as const;

/** Statuses of v4.0 before the due date. The second one is for a date that is no business day. */
const AHEAD = ['PDNG', 'ACWC'];

const CASES = [
  caseOf({
    ...{ version: 'v3.1', family: 'domestic-scheduled-payments', statuses: ['InitiationPending'] },
    consent: {
      Data: { Permission, Initiation: { ...DOMESTIC, RequestedExecutionDateTime } },
      Risk: {},
    },
  }),
  caseOf({
    ...{ version: 'v3.1', family: 'domestic-standing-orders', statuses: ['InitiationPending'] },
    consent: {
      Data: {
        Permission,
        Initiation: {
          ...{ ...ACCOUNTS, Frequency: 'IntrvlMnthDay:01:05', Reference: 'RENT' },
          ...{ FirstPaymentDateTime: inDays(7), FirstPaymentAmount: InstructedAmount },
        },
      },
      Risk: {},
    },
  }),
  caseOf({
    ...{ version: 'v4.0', family: 'domestic-payments', statuses: ['ACCC'] },
    consent: { Data: { Initiation: { ...DOMESTIC, LocalInstrument: 'UK.OBIE.FPS' } }, Risk: {} },
  }),
  caseOf({
    ...{ version: 'v4.0', family: 'domestic-scheduled-payments', statuses: AHEAD },
    consent: {
      Data: { Permission, Initiation: { ...DOMESTIC, RequestedExecutionDateTime } },
      Risk: {},
    },
  }),
  caseOf({
    ...{ version: 'v4.0', family: 'domestic-standing-orders', statuses: AHEAD },
    consent: {
      Data: {
        Permission,
        Initiation: {
          ...{ ...ACCOUNTS, FirstPaymentAmount: InstructedAmount },
          MandateRelatedInformation: {
            FirstPaymentDateTime: inDays(7),
            Frequency: { Type: 'MNTH', CountPerPeriod: 1, PointInTime: '05' },
          },
        },
      },
      Risk: {},
    },
  }),
  caseOf({
    ...{ version: 'v4.0', family: 'international-payments', statuses: ['ACSC', ...AHEAD] },
    consent: {
      Data: { Initiation: { ...INTERNATIONAL, DestinationCountryCode: 'US' } },
      Risk: {},
    },
  }),
  caseOf({
    ...{ version: 'v4.0', family: 'international-scheduled-payments', statuses: AHEAD },
    consent: {
      Data: {
        Permission,
        Initiation: { ...INTERNATIONAL, DestinationCountryCode: 'US', RequestedExecutionDateTime },
      },
      Risk: {},
    },
  }),
];

test.each(CASES)('$family of $version are made and read', async (given) => {
  const { family, version, consent: asked, statuses } = given;
  const bank = await connectTo(service(), version);
  const payments = bank.payments(family);
  const consent = await payments.createConsent(asked);
  const { ConsentId } = consent.Data;
  const { Initiation } = asked.Data;
  const token = await approve(service(), bank, ConsentId);
  const body = { Data: { ConsentId, Initiation }, Risk: {} } as PaymentRequest<Version, Family>;
  const paid = await payments.createPayment(body, { token, idempotencyId: ConsentId });
  const [id = ''] = Object.entries(paid.Data).flatMap(([name, value]) =>
    /^(Domestic|International)\w*Id$/.test(name) ? [String(value)] : [],
  );
  const until = (found: string) => statuses.includes(found);
  const done = await bank.waitFor(family, id, { firstPauseMs: 20, until });
  expect(done.Data).toMatchObject({ ConsentId, Initiation });
  const details: string[] = [];
  for await (const detail of payments.details(id)) details.push(detail.Status);
  expect(details.length).toBeGreaterThan(0);
  await bank.close();
});

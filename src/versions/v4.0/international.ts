import { z } from 'zod';
import { AgentIdentification, AgentScheme } from '../../contract/international/agents.ts';
import {
  AccountIdentification,
  CreditorScheme,
  DebtorScheme,
  instrumentOf,
  InternationalInitiation as V3Initiation,
} from '../../contract/international/initiation.ts';
import {
  DateTime,
  OF_ANY_OBJECT,
  schemeName,
  SupplementaryData,
  text,
} from '../../contract/fields.ts';
import { SCHEMES } from '../../domain/schemes/schemes.ts';
import { initiationOf } from '../../families/common/initiations.ts';
import { datedOrderSchemas, Permission, WithAuthorisation } from '../../families/common/orders.ts';
import type { PaymentView } from '../../families/common/view.ts';
import { CostAnswer } from '../../families/international/common.ts';
import { internationalPayments } from '../../families/international/payments.ts';
import { internationalScheduledPayments } from '../../families/international/scheduled-payments.ts';
import {
  Lei,
  PostalAddress,
  Proxy,
  RegulatoryReporting,
  RemittanceInformation,
  UltimateParty,
} from '../../contract/v4/fields.ts';
import { INTERNATIONAL_FORM, isClearingScheme } from './international-form.ts';
import { defineOrderVersion, SHARED } from './orders.ts';
import { PAYMENT_STATUSES, SCHEDULED_STATUSES } from './statuses.ts';

const accountMembers = {
  Identification: AccountIdentification,
  SecondaryIdentification: text(34).optional(),
  Proxy: Proxy.optional(),
};

/** Schema of the SchemeName of the creditor's bank: a BIC, or a national clearing code. */
const BankScheme = schemeName(
  (name) => isClearingScheme(name) || AgentScheme.safeParse(name).success,
  'Expected UK.OBIE.BICFI, BICFI or UK.OBIE.NCC.<country>.',
);

/**
 * The fields of `Data.Initiation` of an international payment (OpenAPI 4.0.1,
 * OBWriteInternational3). Those that did not change since v3.1 come from the schema of v3.1.
 */
const members = {
  ...V3Initiation.omit({ Purpose: true }).shape,
  DebtorAccount: z
    .strictObject({ SchemeName: DebtorScheme, ...accountMembers, Name: text(350).optional() })
    .optional(),
  Creditor: z
    .strictObject({
      Name: text(350).optional(),
      LEI: Lei.optional(),
      PostalAddress: PostalAddress.optional(),
    })
    .optional(),
  CreditorAgent: z
    .strictObject({
      SchemeName: BankScheme.optional(),
      Identification: AgentIdentification.optional(),
      Name: text(140).optional(),
      LEI: Lei.optional(),
      PostalAddress: PostalAddress.optional(),
    })
    .optional(),
  CreditorAccount: z.strictObject({
    SchemeName: CreditorScheme,
    ...accountMembers,
    Name: text(350),
  }),
  UltimateCreditor: UltimateParty.optional(),
  UltimateDebtor: UltimateParty.optional(),
  RegulatoryReporting: RegulatoryReporting.optional(),
  RemittanceInformation: RemittanceInformation.optional(),
  SupplementaryData: SupplementaryData.optional(),
};

/** Requires the country, which the contract leaves optional (rules, 7.5). */
function requireCountry(
  { DestinationCountryCode, SupplementaryData: others }: Readonly<Record<string, unknown>>,
  context: z.core.$RefinementCtx,
): void {
  const isGiven = (others as { DestinationCountry?: unknown } | undefined)?.DestinationCountry;
  if (DestinationCountryCode !== undefined || isGiven !== undefined) return;
  const message = 'Expected the country of the creditor’s account, such as DE.';
  const params = { code: 'fieldExpected' };
  context.addIssue({ code: 'custom', path: ['DestinationCountryCode'], message, params });
}

const Initiation = z.strictObject(members).superRefine(requireCountry, OF_ANY_OBJECT);

const ScheduledInitiation = z
  .strictObject({
    ...members,
    EndToEndIdentification: text(35).optional(),
    RequestedExecutionDateTime: DateTime,
  })
  .superRefine(requireCountry, OF_ANY_OBJECT);

/** Returns true if the scheme of a payment reports that the creditor has the money. */
function isCredited({ payment }: PaymentView): boolean {
  const instrument = instrumentOf(initiationOf<typeof V3Initiation>(payment.data));
  return SCHEMES[instrument].completedStatus === 'AcceptedCreditSettlementCompleted';
}

export const internationalPayments4 = defineOrderVersion({
  family: internationalPayments,
  form: INTERNATIONAL_FORM,
  schemas: datedOrderSchemas(
    {
      initiation: Initiation,
      consent: WithAuthorisation,
      paymentIdName: internationalPayments.paymentIdName,
      paymentStatuses: PAYMENT_STATUSES,
      answers: CostAnswer,
    },
    SHARED,
  ),
  isCredited,
});

export const internationalScheduledPayments4 = defineOrderVersion({
  family: internationalScheduledPayments,
  form: INTERNATIONAL_FORM,
  schemas: datedOrderSchemas(
    {
      initiation: ScheduledInitiation,
      consent: { ...Permission, ...WithAuthorisation },
      paymentIdName: internationalScheduledPayments.paymentIdName,
      paymentStatuses: SCHEDULED_STATUSES,
      answers: CostAnswer,
    },
    SHARED,
  ),
  isCredited,
});

import { z } from 'zod';
import { AgentIdentification, AgentScheme } from '../international/agents.ts';
import { characterCount, DateTime, listOf, text, ukAccountSchema } from '../fields.ts';

/* Schemas of the fields that several requests share (OpenAPI 4.0.1). */

const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Expected two capital letters (ISO 3166-1 alpha-2).');

/** Returns the schema of one of these values, which are separated by spaces. */
function oneOf(values: string, expected?: string) {
  return z.enum(values.split(' '), expected);
}

/** Returns the schema of a code of an ISO 20022 external code set. */
function isoCode(name: string): z.ZodType<string> {
  return z.string().regex(/^[A-Z0-9]{4}$/, `Expected a code of ${name}: 4 characters.`);
}

/** Returns the schema of a field of v3.1 that v4.0 does not have. */
export function notAllowed(error: string) {
  return z
    .unknown()
    .refine(() => false, { error, params: { code: 'fieldUnexpected' } })
    .optional();
}

export const CategoryPurpose = isoCode('ExternalCategoryPurpose1Code');

/** Schema of a Legal Entity Identifier (ISO 17442). */
export const Lei = z
  .string()
  .regex(/^[A-Z0-9]{18}\d{2}$/, 'Expected a Legal Entity Identifier: 20 characters.');

/** Schema of a postal address (OBPostalAddress7). Closed. */
export const PostalAddress = z.strictObject({
  AddressType: z.enum(['BIZZ', 'CORR', 'DLVY', 'MLTO', 'PBOX', 'ADDR', 'HOME', 'STAT']).optional(),
  Department: text(70).optional(),
  SubDepartment: text(70).optional(),
  StreetName: text(140).optional(),
  BuildingNumber: text(16).optional(),
  BuildingName: text(140).optional(),
  Floor: text(70).optional(),
  UnitNumber: text(16).optional(),
  Room: text(70).optional(),
  PostBox: text(16).optional(),
  TownLocationName: text(140).optional(),
  DistrictName: text(140).optional(),
  CareOf: text(140).optional(),
  PostCode: text(16).optional(),
  TownName: text(140).optional(),
  CountrySubDivision: text(35).optional(),
  Country: Country.optional(),
  AddressLine: listOf(text(70), { max: 7 }, 'Expected at most 7 lines.').optional(),
});

/** Another name of an account, for example a telephone number (OBProxy1). Not closed. */
export const Proxy = z.looseObject({
  Identification: text(2048),
  Code: oneOf(
    'TELE EMAL DNAM CINC COTX COID CUST DRLC EIDN EWAL PVTX LEIC MBNO NIDN CCPT ' +
      'SHID SOSE TOKN UBIL VIPN BIID',
    'Expected a code of ExternalProxyAccountType1Code, such as TELE.',
  ),
  Type: text(35).optional(),
});

export const DebtorAccount = ukAccountSchema({
  Name: text(350).optional(),
  Proxy: Proxy.optional(),
});

export const CreditorAccount = ukAccountSchema({ Name: text(350), Proxy: Proxy.optional() });

export const CreditorAgent = z.strictObject({
  SchemeName: AgentScheme.optional(),
  Identification: AgentIdentification.optional(),
  Name: text(140).optional(),
  LEI: Lei.optional(),
  PostalAddress: PostalAddress.optional(),
});

/** Schema of the party on whose behalf a payment is made or received. Not closed. */
export const UltimateParty = z.looseObject({
  SchemeName: text(40).optional(),
  Identification: text(256).optional(),
  Name: text(140).optional(),
  LEI: Lei.optional(),
  PostalAddress: PostalAddress.optional(),
});

const AmountAndCurrency = z.strictObject({
  Amount: z
    .string()
    .regex(/^\d{1,13}(\.\d{1,5})?$/, 'Expected an amount as text, such as "10.50".'),
  Currency: z.string().regex(/^[A-Z]{3}$/, 'Expected three capital letters (ISO 4217).'),
});

/** Schema of the reports to authorities (OBRegulatoryReporting1). */
export const RegulatoryReporting = listOf(
  z.looseObject({
    DebitCreditReportingIndicator: z.enum(['CRED', 'DEBT', 'BOTH']).optional(),
    Authority: z
      .looseObject({ Name: text(140).optional(), CountryCode: Country.optional() })
      .optional(),
    Details: z
      .array(
        z.looseObject({
          Type: text(35).optional(),
          Date: DateTime.optional(),
          Country: Country.optional(),
          Amount: AmountAndCurrency.optional(),
          Information: z.array(text(35)).optional(),
        }),
      )
      .optional(),
  }),
  { max: 10 },
  'Expected at most 10 reports.',
);

/** Maximum length of all unstructured remittance information together (ISO 20022, Ustrd). */
const MAX_REMITTANCE_CHARACTERS = 140;

/**
 * Schema of the remittance information (OBRemittanceInformation2). Payment schemes have room for
 * one reference and one text.
 */
export const RemittanceInformation = z.looseObject({
  // The contract allows unknown fields, but a reference of v3.1 would be lost.
  Reference: notAllowed('Use Structured[0].CreditorReferenceInformation.Reference.'),
  Unstructured: z
    .array(text(MAX_REMITTANCE_CHARACTERS))
    .refine((lines) => characterCount(lines.join(' ')) <= MAX_REMITTANCE_CHARACTERS, {
      error: `Expected at most ${String(MAX_REMITTANCE_CHARACTERS)} characters in all lines together.`,
      when: ({ value }) =>
        Array.isArray(value) && value.every((line: unknown) => typeof line === 'string'),
    })
    .optional(),
  Structured: listOf(
    z.looseObject({
      ReferredDocumentInformation: z
        .array(
          z.looseObject({
            Code: isoCode('ExternalDocumentType1Code').optional(),
            Issuer: text(35).optional(),
            Number: text(35).optional(),
            RelatedDate: DateTime.optional(),
            LineDetails: z.array(text(2048)).optional(),
          }),
        )
        .optional(),
      ReferredDocumentAmount: AmountAndCurrency.shape.Amount.optional(),
      CreditorReferenceInformation: z
        .looseObject({
          Code: z.enum(['DISP', 'FXDR', 'PUOR', 'RPIN', 'RADM', 'SCOR']).optional(),
          Issuer: text(35).optional(),
          Reference: text(35).optional(),
        })
        .optional(),
      Invoicer: text(256).optional(),
      Invoicee: text(256).optional(),
      TaxRemittance: text(140).optional(),
      AdditionalRemittanceInformation: listOf(
        text(140),
        { max: 3 },
        'Expected at most 3 texts.',
      ).optional(),
    }),
    { max: 1 },
    'Expected at most one structured element, because a payment has room for one reference.',
  ).optional(),
});

/** Schema of `Risk` (OBRisk1). Closed. */
export const Risk = z.strictObject({
  PaymentContextCode: oneOf(
    'BillingGoodsAndServicesInAdvance BillingGoodsAndServicesInArrears PispPayee ' +
      'EcommerceMerchantInitiatedPayment FaceToFacePointOfSale TransferToSelf ' +
      'TransferToThirdParty BillPayment EcommerceGoods EcommerceServices PartyToParty ' +
      'Other',
  ).optional(),
  MerchantCategoryCode: text(4)
    .refine((value) => value.length >= 3, 'Expected 3 or 4 characters.')
    .optional(),
  MerchantCustomerIdentification: text(70).optional(),
  ContractPresentIndicator: z.boolean('Expected true or false.').optional(),
  BeneficiaryPrepopulatedIndicator: z.boolean('Expected true or false.').optional(),
  PaymentPurposeCode: isoCode('ExternalPurpose1Code').optional(),
  CategoryPurposeCode: CategoryPurpose.optional(),
  BeneficiaryAccountType: oneOf(
    'Business BusinessSavingsAccount Charity Collection Corporate Ewallet ' +
      'Government Investment ISA JointPersonal Pension Personal ' +
      'PersonalSavingsAccount Premier Wealth',
  ).optional(),
  DeliveryAddress: PostalAddress.optional(),
});

export const Authorisation = z.strictObject({
  AuthorisationType: z.enum(['Any', 'Single', 'Multiple'], 'Expected Any, Single or Multiple.'),
  CompletionDateTime: DateTime.optional(),
});

import { CLARA, CREDITOR, type FamilyCase, type Members, RISK } from './family-case.ts';

const INITIATION: Members = {
  CreditorAccount: CREDITOR,
  RemittanceInformation: { Reference: 'Sweepco' },
};

/**
 * The test case of VRPs: a consent that allows 100.00 for each payment, and one payment of 10.00.
 */
export const domesticVrps: FamilyCase = {
  initiation: INITIATION,
  different: {
    initiation: JSON.stringify({ ...INITIATION, RemittanceInformation: { Reference: 'sweepco' } }),
    path: 'Data.Initiation.RemittanceInformation.Reference',
  },
  consentData: {
    ReadRefundAccount: 'Yes',
    ControlParameters: {
      VRPType: ['UK.OBIE.VRPType.Sweeping'],
      PSUAuthenticationMethods: ['UK.OBIE.SCA'],
      MaximumIndividualAmount: { Amount: '100.00', Currency: 'GBP' },
      PeriodicLimits: [
        { PeriodType: 'Year', PeriodAlignment: 'Consent', Amount: '5000.00', Currency: 'GBP' },
      ],
    },
  },
  paymentData: {
    PSUAuthenticationMethod: 'UK.OBIE.SCA',
    Instruction: {
      InstructionIdentification: 'ACME412',
      EndToEndIdentification: 'FRESCO.21302.GFX.20',
      RemittanceInformation: { Reference: 'Sweepco', Unstructured: 'Internal ops code 5120101' },
      InstructedAmount: { Amount: '10.00', Currency: 'GBP' },
      CreditorAccount: CREDITOR,
    },
  },
  risk: RISK,
  file: null,
  customer: CLARA,
  statuses: { first: 'Pending', last: 'AcceptedCreditSettlementCompleted' },
  dueAt: null,
};

import { expectStatus, idIn } from '../../client/answer.ts';
import { RESOURCES } from '../../client/requests.ts';
import type { FaultList } from '../../src/shared/errors.ts';
import { approve, pounds } from './orders.ts';
import { account, NORTHWIND } from './payment-file.ts';
import { type Options, type Reply, type Tpp } from './tpp.ts';

const VRP = RESOURCES['domestic-vrps'];

type Json = Readonly<Record<string, unknown>>;

/** The creditor of the variable recurring payments in the tests. */
export const SAVINGS = account('08080021325698', 'Fresco Savings');

/** The Initiation of a VRP consent, and by default of all its payments. */
export const INITIATION = {
  CreditorAccount: SAVINGS,
  RemittanceInformation: { Reference: 'Sweepco' },
};

/**
 * Returns a valid request for a sweeping consent. Control parameters and `Data` can be overridden.
 */
export function vrpConsent(parameters: Json = {}, data: Json = {}) {
  return {
    Data: {
      ControlParameters: {
        VRPType: ['UK.OBIE.VRPType.Sweeping'],
        PSUAuthenticationMethods: ['UK.OBIE.SCA'],
        MaximumIndividualAmount: pounds('1000000.00'),
        ...parameters,
      },
      Initiation: INITIATION,
      ...data,
    },
    Risk: {},
  };
}

/** Returns a valid request for a payment of 10.00 under such a consent. */
export function vrpPayment(ConsentId: string, instruction: Json = {}, data: Json = {}) {
  return {
    Data: {
      ConsentId,
      PSUAuthenticationMethod: 'UK.OBIE.SCA',
      Initiation: INITIATION,
      Instruction: {
        InstructionIdentification: 'SWEEP-1',
        EndToEndIdentification: 'SWEEP.2026.1',
        RemittanceInformation: { Reference: 'Sweepco' },
        InstructedAmount: pounds('10.00'),
        CreditorAccount: SAVINGS,
        ...instruction,
      },
      ...data,
    },
    Risk: {},
  };
}

/** Returns the maximum total of the payments in each period of a type. */
export function periodicLimit(PeriodType: string, PeriodAlignment: string, amount: string) {
  return { PeriodType, PeriodAlignment, ...pounds(amount) };
}

/** Returns the faults of a list, as `code path`. */
export function told({ faults }: FaultList): string[] {
  return faults.map(({ code, path }) => `${code.replace('UK.OBIE.', '')} ${path ?? ''}`);
}

/** Creates a VRP consent. Returns its id. */
export async function registerVrp(tpp: Tpp, parameters: Json = {}, data: Json = {}) {
  const reply = await tpp.family(VRP).createConsent(vrpConsent(parameters, data));
  return idIn(expectStatus(reply, 201), 'ConsentId');
}

/** An approved consent, with the token of the approval. */
export interface Approved {
  readonly consentId: string;
  readonly token: string;
}

export async function approvedVrp(
  tpp: Tpp,
  parameters: Json = {},
  data: Json = {},
  debtorAccount = NORTHWIND,
): Promise<Approved> {
  const consentId = await registerVrp(tpp, parameters, data);
  return { consentId, token: await approve(tpp, consentId, debtorAccount) };
}

/** Submits a payment, by default of 10.00. */
export function payVrp(
  tpp: Tpp,
  { consentId, token }: Approved,
  body: object = vrpPayment(consentId),
  options: Options = {},
): Promise<Reply> {
  return tpp.family(VRP).createPayment(body, token, options);
}

/** Confirms that the account has an amount available. Members of `Data` can be overridden. */
export function confirmVrp(
  tpp: Tpp,
  { consentId, token }: Approved,
  amount: string,
  data: Json = {},
): Promise<Reply> {
  const request = { ConsentId: consentId, Reference: 'Sweepco', InstructedAmount: pounds(amount) };
  const body = JSON.stringify({ Data: { ...request, ...data } });
  return tpp.family(VRP).confirmAmount(consentId, body, token);
}

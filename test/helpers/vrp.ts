import { expectStatus, idIn } from '../../test-client/answer.ts';
import { RESOURCES } from '../../test-client/requests.ts';
import type { FaultList } from '../../src/shared/errors.ts';
import { approve, pounds } from './orders.ts';
import { account, NORTHWIND } from './payment-file.ts';
import { type Options, type Reply, type Tpp } from './tpp.ts';

const VRP = RESOURCES['domestic-vrps'];

type Json = Readonly<Record<string, unknown>>;

/** The account that receives the variable recurring payments of the tests. */
export const SAVINGS = account('08080021325698', 'Fresco Savings');

/** The Initiation of a VRP consent. By default, all payments under the consent use it too. */
export const INITIATION = {
  CreditorAccount: SAVINGS,
  RemittanceInformation: { Reference: 'Sweepco' },
};

/**
 * Returns a valid request for a sweeping consent. A test may override control parameters and fields
 * of `Data`.
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

/** Returns a valid request for a payment of 10.00 under a sweeping consent. */
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

/** Returns a control parameter that limits the total of the payments in each period of a type. */
export function periodicLimit(PeriodType: string, PeriodAlignment: string, amount: string) {
  return { PeriodType, PeriodAlignment, ...pounds(amount) };
}

/** Returns the faults in a list, each as `code path`. */
export function told({ faults }: FaultList): string[] {
  return faults.map(({ code, path }) => `${code.replace('UK.OBIE.', '')} ${path ?? ''}`);
}

/** Creates a VRP consent. Returns its id. */
export async function registerVrp(tpp: Tpp, parameters: Json = {}, data: Json = {}) {
  const reply = await tpp.family(VRP).createConsent(vrpConsent(parameters, data));
  return idIn(expectStatus(reply, 201), 'ConsentId');
}

/** An approved VRP consent, with the token from its approval. */
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

/** Submits a payment under an approved consent. The default amount is 10.00. */
export function payVrp(
  tpp: Tpp,
  { consentId, token }: Approved,
  body: object = vrpPayment(consentId),
  options: Options = {},
): Promise<Reply> {
  return tpp.family(VRP).createPayment(body, token, options);
}

/** Asks whether the account can pay an amount. A test may override fields of `Data`. */
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

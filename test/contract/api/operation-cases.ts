import type { Operation, OperationName } from '../../../src/contract/operations.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import type { FamilyClient } from '../families/family-client.ts';

/** A request that succeeds if all requests that must precede it were sent. */
export interface FaultlessRequest {
  /** The id in the request's path. Empty if the path has none. */
  readonly id: string;
  readonly token: string;
  /** A token of the same TPP that was issued for the other grant type. */
  readonly wrongToken: string;
  readonly body: string | Uint8Array | undefined;
}

/** Returns the media type of the response of an operation. The files of these tests are JSON. */
export function answerTypeOf({ answers }: Operation): string {
  return answers === 'file' ? 'application/json' : answers;
}

type Prepare = (client: FamilyClient) => Promise<FaultlessRequest>;

/**
 * For each operation, a function that prepares a request that succeeds. The compiler reports an
 * operation that is missing here.
 */
export const OPERATION_CASES: Record<OperationName, Prepare> = {
  async createConsent(client) {
    const { token } = await client.approved();
    return { ...byTpp(client, token), id: '', body: client.consentBody() };
  },
  readConsent: aboutConsent,
  replaceConsent: onlyInV4,
  patchConsent: onlyInV4,
  deleteConsent: aboutConsent,
  async confirmFunds(client) {
    const { consentId, token } = await client.approved();
    return { ...byCustomer(client, token), id: consentId, body: undefined };
  },
  async confirmAmount(client) {
    const { consentId, token } = await client.approved();
    const InstructedAmount = { Amount: '10.00', Currency: 'GBP' };
    const Data = { ConsentId: consentId, Reference: 'Sweepco', InstructedAmount };
    return { ...byCustomer(client, token), id: consentId, body: JSON.stringify({ Data }) };
  },
  async uploadFile(client) {
    const { token } = await client.approved();
    const id = client.consentIdOf(await client.register());
    return { ...byTpp(client, token), id, body: expectDefined(client.case.file, 'the file') };
  },
  readFile: aboutConsent,
  async createPayment(client) {
    const { consentId, token } = await client.approved();
    return { ...byCustomer(client, token), id: '', body: client.paymentBody(consentId) };
  },
  readPayment: aboutPayment,
  readReport: aboutPayment,
  readPaymentDetails: aboutPayment,
};

/** The cases are requests of v3.1. */
function onlyInV4(): Promise<FaultlessRequest> {
  return Promise.reject(new Error('v3.1 does not have this operation.'));
}

async function aboutConsent(client: FamilyClient): Promise<FaultlessRequest> {
  const { consentId, token } = await client.approved();
  return { ...byTpp(client, token), id: consentId, body: undefined };
}

async function aboutPayment(client: FamilyClient): Promise<FaultlessRequest> {
  const { paymentId, token } = await client.paid();
  return { ...byTpp(client, token), id: paymentId, body: undefined };
}

function byTpp({ tpp }: FamilyClient, customerToken: string) {
  return { token: tpp.token, wrongToken: customerToken };
}

function byCustomer({ tpp }: FamilyClient, customerToken: string) {
  return { token: customerToken, wrongToken: tpp.token };
}

import { setTimeout as wait } from 'node:timers/promises';
import { expectStatus, idIn, tokenIn, UnexpectedAnswer } from '../../../test-client/answer.ts';
import { RESOURCES } from '../../../test-client/requests.ts';
import { NoAnswer } from '../../../test-client/transport.ts';
import { DAY_MS, formatInstant, MINUTE_MS } from '../../../src/shared/time.ts';
import { approve, pounds } from '../../helpers/orders.ts';
import { account, fileOf, NORTHWIND, payment, TWO_APPROVALS } from '../../helpers/payment-file.ts';
import { INITIATION, payVrp, registerVrp, SAVINGS, vrpPayment } from '../../helpers/vrp.ts';
import type { Dice } from '../random.ts';
import type { Bank } from './bank.ts';
import type { Client } from './client.ts';

/** Number of payments in each file. An event for each payment would be too many. */
const PAYMENTS_OF_FILE = 10;

/** Maximum time by which the clock is moved at once. Tokens are valid for an hour. */
const MOVE_MINUTES = [1, 10] as const;
/** Maximum number of moves in a round. */
const MAX_MOVES = 5;
const MOVE_PAUSE_MS = [50, 500] as const;

const PENDING = account('99999900000050', 'Slow Ltd');
const REJECTING = account('99999900000001', 'Closed Ltd');

/** A change that the service has confirmed, which must be announced. */
export interface Change {
  readonly resourceId: string;
  readonly type: 'resource-update' | 'consent-authorization-revoked';
  readonly isFilePayment?: boolean;
}

interface Journey {
  readonly bank: Bank;
  readonly client: Client;
  readonly dice: Dice;
  /** The confirmed changes. Journeys add theirs. */
  readonly confirmed: Change[];
}

/**
 * Makes journeys of one TPP until `isOver` returns true. Ignores failures while a node is down.
 */
export async function bringJourneys(journey: Journey, isOver: () => boolean): Promise<void> {
  const { client, dice, bank } = journey;
  const journeys = [payByVrp, payByVrp, payByFile, payWithTwoApprovals, declineConsent] as const;
  await unlessNodeDown(bank, () => client.signIn());
  while (!isOver()) {
    await unlessNodeDown(bank, () => dice.pick(journeys)(journey));
    // Other nodes serve after a kill. A single one is gone.
    if (bank.isNodeDown()) await wait(10);
  }
}

/** Moves the clock by minutes, so that refused pushes are repeated, until `isOver`. */
export async function moveClock(
  { bank, client, dice }: Omit<Journey, 'confirmed'>,
  isOver: () => boolean,
): Promise<void> {
  for (let moves = 0; moves < MAX_MOVES && !isOver(); moves += 1) {
    await wait(dice.between(...MOVE_PAUSE_MS));
    const byMs = dice.between(...MOVE_MINUTES) * MINUTE_MS;
    await unlessNodeDown(bank, () => client.moveClock(byMs));
  }
}

/** Ignores a response that is missing or 5xx because a node was killed. */
async function unlessNodeDown(bank: Bank, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const isCut = error instanceof NoAnswer;
    const isRefused = error instanceof UnexpectedAnswer && error.answer.status >= 500;
    if (!bank.isNodeDown() || !(isCut || isRefused)) throw error;
  }
}

async function payByVrp({ client, dice, confirmed }: Journey): Promise<void> {
  const CreditorAccount = dice.pick([SAVINGS, SAVINGS, REJECTING, PENDING]);
  const Initiation = { ...INITIATION, CreditorAccount };
  const consentId = await registerVrp(client.at(), {}, { Initiation });
  const token = await approve(client.at(), consentId, NORTHWIND);
  confirmed.push({ resourceId: consentId, type: 'resource-update' });
  for (let left = dice.between(0, 2); left > 0; left -= 1) {
    const body = vrpPayment(consentId, { CreditorAccount }, { Initiation });
    const paid = expectStatus(await payVrp(client.at(), { consentId, token }, body), 201);
    confirmed.push({ resourceId: idIn(paid, 'DomesticVRPId'), type: 'resource-update' });
  }
  if (!dice.chance(0.4)) return;
  const path = `/sandbox/consents/${consentId}/revocation`;
  expectStatus(await client.at().post(path, { user: 'clara' }, { key: null }), 200);
  confirmed.push({ resourceId: consentId, type: 'consent-authorization-revoked' });
}

async function payByFile({ client, dice, confirmed }: Journey): Promise<void> {
  const other = dice.pick([undefined, REJECTING, PENDING]);
  const file = fileOf(
    Array.from({ length: PAYMENTS_OF_FILE }, (_, index) =>
      payment(index, index % 3 === 0 && other !== undefined ? { CreditorAccount: other } : {}),
    ),
  );
  const now = Date.parse(String((await client.at().get('/sandbox/clock')).json?.['now']));
  const day = dice.chance(0.3)
    ? { RequestedExecutionDateTime: formatInstant(now + DAY_MS) }
    : undefined;
  const consentId = await client.at().consentFor(file, day);
  expectStatus(await client.at().upload(consentId, file), 200);
  confirmed.push({ resourceId: consentId, type: 'resource-update' });
  const token = tokenIn(await client.at().decide(consentId));
  const submitted = expectStatus(await client.at().submit(consentId, token), 201);
  const resourceId = idIn(submitted, 'FilePaymentId');
  confirmed.push({ resourceId, type: 'resource-update', isFilePayment: true });
}

async function payWithTwoApprovals({ client, dice, confirmed }: Journey): Promise<void> {
  const family = () => client.at().family(RESOURCES['domestic-payments']);
  const Initiation = {
    InstructionIdentification: 'TWO-1',
    EndToEndIdentification: 'TWO.2026.1',
    InstructedAmount: pounds('1.00') as { Amount: string; Currency: string },
    CreditorAccount: account('20000000000001', 'Fresco Ltd'),
  };
  const body = { Data: { Initiation }, Risk: {} };
  const registered = await family().createConsent(JSON.stringify(body));
  const ConsentId = idIn(expectStatus(registered, 201), 'ConsentId');
  const first = { user: 'dora', debtorAccount: TWO_APPROVALS };
  const token = tokenIn(await client.at().decide(ConsentId, first));
  confirmed.push({ resourceId: ConsentId, type: 'resource-update' });
  const paying = { ...body, Data: { ConsentId, Initiation } };
  const submitted = expectStatus(await family().createPayment(JSON.stringify(paying), token), 201);
  const resourceId = idIn(submitted, 'DomesticPaymentId');
  const second = { user: 'dave', decision: dice.pick(['approve', 'approve', 'reject']) };
  const path = `/sandbox/payments/${resourceId}/approvals`;
  expectStatus(await client.at().post(path, second, { key: null }), 200);
  confirmed.push({ resourceId, type: 'resource-update' });
}

async function declineConsent({ client, confirmed }: Journey): Promise<void> {
  const resourceId = await registerVrp(client.at());
  const decision = { decision: 'reject', debtorAccount: NORTHWIND };
  expectStatus(await client.at().decide(resourceId, decision), 200);
  confirmed.push({ resourceId, type: 'resource-update' });
}

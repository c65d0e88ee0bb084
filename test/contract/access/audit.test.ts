import { expect, test } from 'vitest';
import { askToken } from '../../../test-client/sandbox.ts';
import { Transport } from '../../../test-client/transport.ts';
import { verifyChain, type AuditRow } from '../../../src/store/repositories/audit/audit-chain.ts';
import { bulkFile, NORTHWIND } from '../../helpers/payment-file.ts';
import { startService } from '../../helpers/service.ts';
import { dataOf, faultsOf, Tpp } from '../../helpers/tpp.ts';
import { run } from '../../unit/cli/fixtures.ts';

const INTERACTION = '93bac548-d2de-4546-b106-880a5018460d';

/** Starts a service, lets a TPP use it, and returns the entries of its audit log. */
async function leftBy(use: (tpp: Tpp) => Promise<unknown>): Promise<readonly AuditRow[]> {
  const service = await startService();
  try {
    await use(await Tpp.signIn(service.origin));
    const entries = await service.auditLog();
    expect(verifyChain(entries)).toMatchObject({ unbroken: true });
    await service.stop();
    const { directory, config } = service;
    const url = config.store.kind === 'postgres' ? config.store.url : null;
    expect(await run('audit', ['verify'], directory, { url })).toContain('entries, unbroken');
    return entries;
  } finally {
    await service.end();
  }
}

const describeEntry = ({ actorKind, actorId, action, subject }: AuditRow): string =>
  `${actorKind} ${actorId} ${action} ${subject}`;

test('the audit log records a payment from its token to its submission, with the actor of each step', async () => {
  let [consentId, paymentId] = ['', ''];
  const entries = await leftBy(async (tpp) => {
    const approved = await tpp.approved(bulkFile(3));
    consentId = approved.consentId;
    const headers = { 'x-fapi-interaction-id': INTERACTION };
    const payment = await tpp.submit(consentId, approved.token, { headers });
    paymentId = dataOf(payment)['FilePaymentId'] as string;
  });
  expect(entries.map(describeEntry)).toEqual(
    expect.arrayContaining([
      'tpp tpp-one tokenIssued tpp-one',
      `tpp tpp-one consentCreated ${consentId}`,
      `tpp tpp-one fileAttached ${consentId}`,
      `customer clara consentAuthorised ${consentId}`,
      `tpp tpp-one paymentSubmitted ${paymentId}`,
    ]),
  );
  const submitted = entries.find(({ action }) => action === 'paymentSubmitted');
  expect(submitted).toMatchObject({ interactionId: INTERACTION, certificate: null });
  expect(submitted?.address).toMatch(/127\.0\.0\.1$/);
});

test('the audit log records rejected consents and refused clients', async () => {
  let consentId = '';
  const entries = await leftBy(async (tpp) => {
    const wrong = new TextEncoder().encode('{}');
    consentId = await tpp.consentFor(wrong);
    await tpp.upload(consentId, wrong);
    const rejected = await tpp.consentFor(bulkFile(1));
    await tpp.upload(rejected, bulkFile(1));
    await tpp.decide(rejected, { decision: 'reject' });
    await tpp.decide(rejected, { decision: 'approve' });
    await askToken(new Transport(), tpp.origin, `tpp-one${'x'.repeat(1000)}`);
  });
  const actions = entries.map(describeEntry);
  expect(actions).toContain(`tpp tpp-one consentRejected ${consentId}`);
  const isOf = (action: string) => (entry: AuditRow) => entry.action === action;
  const [, byCustomer, ...more] = entries.filter(isOf('consentRejected'));
  expect([byCustomer?.actorKind, byCustomer?.actorId, more]).toEqual(['customer', 'clara', []]);
  const [refused] = entries.filter(isOf('clientRefused'));
  expect(refused?.subject).toHaveLength(64);
});

test('refused signatures do not fill the audit log, which records how many it omitted', async () => {
  const entries = await leftBy(async (tpp) => {
    const refused = { headers: { 'x-jws-signature': 'a.b.c' } };
    const ask = () => tpp.post('/domestic-payment-consents', {}, refused);
    const replies = await Promise.all(Array.from({ length: 150 }, ask));
    expect(replies.every((reply) => faultsOf(reply)[0]?.startsWith('Signature.'))).toBe(true);
    const figures = await (await fetch(`${tpp.origin}/metrics`)).text();
    expect(figures).toMatch(/^pis_audit_dropped_total\{action="signatureRefused"\} [45]\d$/m);
  });
  const written = entries.filter(({ action }) => action === 'signatureRefused');
  expect(written.length).toBeGreaterThanOrEqual(100);
  expect(written.length).toBeLessThan(110);
});

test('the audit log records a move of the sandbox’s clock at the time before it', async () => {
  const entries = await leftBy((tpp) => tpp.moveClock('2026-12-24T12:00:00Z'));
  const moved = entries.find(({ action }) => action === 'clockMoved');
  expect(moved).toMatchObject({ detail: '{"to":"2026-12-24T12:00:00.000Z"}' });
  expect(moved?.at).toBeLessThan(Date.parse('2026-12-02T00:00:00Z'));
});

test('no audit entry contains a token, a secret, an account number or a name', async () => {
  const secrets = [NORTHWIND, 'Northwind', 'tpp-one-secret', 'Suppliers'];
  const entries = await leftBy(async (tpp) => {
    secrets.push(tpp.token);
    const { consentId, token } = await tpp.approved(bulkFile(3));
    secrets.push(token);
    await tpp.submit(consentId, token);
  });
  const text = JSON.stringify(entries);
  expect(text).toContain('paymentSubmitted');
  for (const secret of secrets) expect(text).not.toContain(secret);
});

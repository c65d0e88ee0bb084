import { expect, test } from 'vitest';
import { FAMILIES } from '../../../src/families/index.ts';
import { BAKERY, bulkFile, fileOf, NORTHWIND, payment } from '../../helpers/payment-file.ts';
import { consentBody, dataOf, Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { FamilyClient } from '../families/family-client.ts';

const { service, tpp } = useService();

/**
 * Returns everything that operators can see: the events, which become log entries, and the metrics.
 */
async function seen(): Promise<string> {
  const events = JSON.stringify(service().events, (_, value: unknown) =>
    value instanceof Error ? `${value.message} ${value.stack ?? ''}` : value,
  );
  const figures = await (await fetch(`${service().origin}/metrics`)).text();
  return events + figures;
}

test('events and metrics contain no token, account, name or reference', async () => {
  const secrets = [NORTHWIND, BAKERY, 'Northwind', 'Fresco', 'FRESCO', 'Suppliers', 'clara'];
  const { consentId, token } = await tpp().approved(bulkFile(3));
  const paymentId = dataOf(await tpp().submit(consentId, token))['FilePaymentId'] as string;
  await tpp().finished(paymentId);
  await tpp().get(`/file-payments/${paymentId}/payment-details`);

  const wrong = fileOf([payment(0, { LocalInstrument: 'Fresco', [NORTHWIND]: NORTHWIND })]);
  await tpp().upload(await tpp().consentFor(wrong), wrong);
  await tpp().post('/file-payment-consents', consentBody(wrong, { FileHash: NORTHWIND }));
  await tpp().get(`/file-payment-consents/${NORTHWIND}?account=${NORTHWIND}`);
  await tpp().get('/file-payments/x', { token: 'a-token-that-is-unknown' });
  const poor = await tpp().consentFor(bulkFile(1));
  await tpp().upload(poor, bulkFile(1));
  await tpp().decide(poor, { user: 'sam' });

  const text = await seen();
  expect(text).toContain(paymentId);
  for (const secret of [...secrets, tpp().token, token, 'a-token-that-is-unknown']) {
    expect(text).not.toContain(secret);
  }
});

test.each(FAMILIES)('events and metrics contain no request data of $name', async (family) => {
  const client = new FamilyClient(tpp(), family);
  const approved = await client.approved();
  await client.submit(approved, { initiation: client.case.different.initiation });
  const paymentId = client.paymentIdOf(await client.submit(approved));
  await service().runner.drain(1000);
  await tpp().get(`/${family.payments}/${paymentId}/payment-details`);
  const odd = { initiation: `{"${NORTHWIND}":"Caf\u00e9"}` };
  expect((await client.register(odd)).status).toBe(400);

  const text = await seen();
  expect(text).toContain(`${family.name}.createPayment`);
  const { initiation, risk, customer } = client.case;
  const secrets = [...textsIn({ initiation, risk, customer }), approved.token];
  for (const secret of secrets.filter((one) => one.length >= 8)) {
    expect(text).not.toContain(secret);
  }
});

/** Returns all texts in a JSON value, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

test('metrics cover every operation and contain no text that a caller chose', async () => {
  const other = await Tpp.signIn(service().origin, 'tpp-two');
  await other.get('/file-payment-consents/chosen-by-the-caller');
  await other.get('/an-address-of-their-own');
  const figures = await (await fetch(`${service().origin}/metrics`)).text();
  expect(figures).toMatch(/pis_request_seconds_count\{operation="file-payments\.readConsent"/);
  expect(figures).not.toMatch(/chosen-by|of-their-own|tpp-two/);
});

test('an answer reveals no internal details when the disk fails', async () => {
  await service().store.close();
  const reply = await tpp().post('/file-payment-consents', consentBody(bulkFile(1)));
  expect([500, 503]).toContain(reply.status);
  expect(reply.json).toMatchObject({ Errors: [{ ErrorCode: 'UK.OBIE.UnexpectedError' }] });
  expect(reply.text).not.toMatch(/sqlite|database|\.ts\b|\.js\b|\n/i);
  expect(reply.headers.get('x-fapi-interaction-id')).toMatch(/^[0-9a-f-]{36}$/);
  const ready = await fetch(`${service().origin}/health/ready`);
  expect(ready.status).toBe(503);
  expect((await fetch(`${service().origin}/health/live`)).status).toBe(200);
});

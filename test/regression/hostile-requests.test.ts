import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkContentType } from '../../src/api/middleware/check-content.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { canonicalDecimal } from '../../src/shared/money.ts';
import { account, bulkFile, fileOf, NORTHWIND, payment, PAYROLL } from '../helpers/payment-file.ts';
import { consentBody, dataOf, faultsOf } from '../helpers/tpp.ts';
import { useService } from '../helpers/use-service.ts';

/** Requests that once did harm or were answered wrongly. */
const { tpp } = useService();

/** Number of files and sockets that this process, which contains the service, has open. */
function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

describe('HEAD of a file', () => {
  it.skipIf(!existsSync('/proc/self/fd'))(
    'opens no file, however often it is requested',
    async () => {
      const file = bulkFile(300);
      const client = tpp();
      const consentId = await client.consentFor(file);
      await client.upload(consentId, file);
      const before = openDescriptors();
      for (let times = 0; times < 30; times += 1) {
        const reply = await client.call('HEAD', `/file-payment-consents/${consentId}/file`);
        expect(reply.status).toBe(200);
      }
      expect(openDescriptors()).toBeLessThan(before + 15);
    },
  );
});

// Processing time that grows with the square of the length would be hours here.
describe('a very long sequence of zeros or spaces', () => {
  const ENDLESS = 5_000_000;

  it('is processed quickly in a number', () => {
    const digits = `1.0${'0'.repeat(ENDLESS)}1`;
    expect(canonicalDecimal(digits)).toHaveLength(ENDLESS + 3 + `e-${String(ENDLESS + 2)}`.length);
    expect(canonicalDecimal(`10.5${'0'.repeat(ENDLESS)}`)).toBe('105e-1');
  });

  it('is processed quickly in a content type', () => {
    const type = `application/json${' '.repeat(ENDLESS)}x`;
    const refusal = checkContentType({ 'content-type': type }, OPERATIONS.createConsent);
    expect(refusal?.status).toBe(415);
  });
});

describe('a file that consists of errors', () => {
  it('is rejected after a limited number of errors', async () => {
    const file = Buffer.from(`{"Data":{"DomesticPayments":[${'0,'.repeat(500_000)}0]}}`);
    const client = tpp();
    const uploaded = await client.upload(await client.consentFor(file), file);
    expect(uploaded.status).toBe(400);
    expect(uploaded.json?.['Errors']).toHaveLength(100);
    expect(uploaded.json?.['Message']).toMatch(/^At least 10,?000 faults/);
  });
});

describe('an idempotency key', () => {
  it('applies to one path, which has no other spelling', async () => {
    const client = tpp();
    const body = JSON.stringify(consentBody(bulkFile(1)));
    const options = { body, key: 'spelling' };
    const encoded = await client.call('POST', '/file%2Dpayment-consents', options);
    expect([encoded.status, faultsOf(encoded)]).toEqual([400, ['Resource.InvalidFormat']]);
    const plain = await client.call('POST', '/file-payment-consents', options);
    expect(plain.status).toBe(201);
  });
});

describe('Debtor', () => {
  it('names the account that is debited, not one that the consent named without effect', async () => {
    const client = tpp();
    const file = fileOf([payment(0, { DebtorAccount: account(PAYROLL) })]);
    const initiation = { DebtorAccount: account(NORTHWIND) };
    const { consentId } = await client.approved(file, initiation);
    const consent = await client.get(`/file-payment-consents/${consentId}`);
    expect(dataOf(consent)['Debtor']).toMatchObject({ Identification: PAYROLL });
  });

  it('is absent when several accounts are debited', async () => {
    const client = tpp();
    const file = fileOf([payment(0), payment(1, { DebtorAccount: account(PAYROLL) })]);
    const { consentId } = await client.approved(file);
    const consent = await client.get(`/file-payment-consents/${consentId}`);
    expect(dataOf(consent)).not.toHaveProperty('Debtor');
  });
});

describe('the sandbox clock', () => {
  it('cannot be set to a year with five digits', async () => {
    const client = tpp();
    const body = JSON.stringify({ now: '9999-12-31T23:59:59-14:00' });
    const reply = await client.call('PUT', '/sandbox/clock', { body });
    expect(faultsOf(reply)).toEqual(['Field.InvalidDate now']);
  });
});

describe('the README', () => {
  it('names only files that exist', () => {
    const text = readFileSync('README.md', 'utf8');
    const named = [...text.matchAll(/\]\(([\w./-]+)\)|(fixtures\/files\/[\w./-]+)/g)].map(
      ([, link, file]) => link ?? file ?? '',
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});

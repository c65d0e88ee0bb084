import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { respell, spellOddly } from '../../helpers/spelling.ts';
import { dataOf, faultsOf, type Reply, Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { FAMILY_CASES, caseOf } from './family-cases.ts';
import { FamilyClient } from './family-client.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const WRONG_STATUS = [400, ['Resource.InvalidConsentStatus']];

const { service, tpp } = useService();

test('every family has its entry in the cases of the suites', () => {
  expect(Object.keys(FAMILY_CASES).sort()).toEqual(FAMILIES.map(({ name }) => name).sort());
});

describe.each(FAMILIES)('$name', (family) => {
  const familyCase = caseOf(family.name);
  const client = (): FamilyClient => new FamilyClient(tpp(), family);
  const base = (): string => `${service().origin}/open-banking/v3.1/pisp`;

  const statusOf = async (consentId: string): Promise<unknown> =>
    dataOf(await client().readConsent(consentId))['Status'];

  function statusAndCodes(reply: Reply): [number, string[]] {
    return [reply.status, faultsOf(reply)];
  }

  test('creates a consent and returns the request data unchanged', async () => {
    const reply = await client().register();
    const consentId = client().consentIdOf(reply);
    expect(reply.status).toBe(201);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.text).toContain(`"Initiation":${client().initiation}`);
    if (familyCase.risk !== null) expect(reply.text).toContain(spellOddly(familyCase.risk));
    expect(reply.json).toMatchObject({
      Data: {
        ...familyCase.consentData,
        Status: family.firstStatus,
        CreationDateTime: expect.stringMatching(DATE_TIME) as string,
        StatusUpdateDateTime: expect.stringMatching(DATE_TIME) as string,
      },
      Links: { Self: `${base()}/${family.consents}/${consentId}` },
      Meta: {},
    });
    const read = await client().readConsent(consentId);
    expect(read.status).toBe(200);
    expect(read.text).toContain(`"Initiation":${client().initiation}`);
    const { CreationDateTime, Status } = dataOf(reply);
    expect(dataOf(read)).toMatchObject({ ConsentId: consentId, CreationDateTime, Status });
  });

  test('names the debtor only after the customer has authorised', async () => {
    const consentId = await client().prepared();
    const before = await client().readConsent(consentId);
    expect(dataOf(before)).toMatchObject({ Status: 'AwaitingAuthorisation' });
    const { debtorAccount } = familyCase.customer;
    expect(before.text).not.toContain(debtorAccount);
    await client().decide(consentId);
    const after = await client().readConsent(consentId);
    expect(dataOf(after)['Status']).toBe('Authorised');
    expect(after.text).toContain(`"Identification":"${debtorAccount}"`);
  });

  test('submits a payment and returns the request data unchanged', async () => {
    const approved = await client().approved();
    const respelt = respell(familyCase.initiation);
    const reply = await client().submit(approved, { initiation: respelt });
    const paymentId = client().paymentIdOf(reply);
    expect(reply.status).toBe(201);
    expect(reply.text).toContain(`"Initiation":${respelt}`);
    expect(reply.json).toMatchObject({
      Data: { ConsentId: approved.consentId, Status: familyCase.statuses.first },
      Links: { Self: `${base()}/${family.payments}/${paymentId}` },
      Meta: {},
    });
    const read = await client().readPayment(paymentId);
    expect(read.status).toBe(200);
    expect(read.text).toContain(`"Initiation":${respelt}`);
    expect(read.text).toContain(familyCase.customer.debtorAccount);
  });

  test.runIf(familyCase.consentData['ReadRefundAccount'] === 'Yes')(
    'names the refund account, however the consent writes the request for it',
    async () => {
      expect(client().consentBody()).toContain(String.raw`"\u0059es"`);
      const reply = await client().submit(await client().approved());
      expect(JSON.stringify(dataOf(reply)['Refund'])).toContain(familyCase.customer.debtorAccount);
    },
  );

  test('makes one payment for a consent, unless the consent allows more', async () => {
    const approved = await client().approved();
    await client().submit(approved);
    const again = await client().submit(approved);
    if (family.consumesConsent) expect(statusAndCodes(again)).toEqual(WRONG_STATUS);
    else expect(again.status).toBe(201);
    const status = family.consumesConsent ? 'Consumed' : 'Authorised';
    expect(await statusOf(approved.consentId)).toBe(status);
  });

  test('rejects an Initiation that differs from the consent, and names the field', async () => {
    const approved = await client().approved();
    const { initiation, path } = familyCase.different;
    const reply = await client().submit(approved, { initiation });
    expect(statusAndCodes(reply)).toEqual([400, [`Resource.ConsentMismatch ${path}`]]);
    const [fault] = reply.json?.['Errors'] as { Message: string }[];
    expect(fault?.Message).toMatch(/^Found .+\. Expected .+, as the customer consented to it\.$/);
    expect(await statusOf(approved.consentId)).toBe('Authorised');
    expect((await client().submit(approved)).status).toBe(201);
  });

  if (familyCase.risk !== null)
    test.each([
      [{ PaymentContextCode: 'Other' }, 'PaymentContextCode'],
      [{ MerchantCategoryCode: undefined }, 'MerchantCategoryCode'],
      [
        { DeliveryAddress: { AddressLine: ['Flat 7'], TownName: 'Sparsholt', Country: 'GB' } },
        'DeliveryAddress.AddressLine[1]',
      ],
    ])('rejects a Risk that differs from the consent by %j', async (members, path) => {
      const approved = await client().approved();
      const risk = JSON.stringify({ ...familyCase.risk, ...members });
      const reply = await client().submit(approved, { risk });
      expect(statusAndCodes(reply)).toEqual([400, [`Resource.ConsentMismatch Risk.${path}`]]);
      expect(await statusOf(approved.consentId)).toBe('Authorised');
    });

  test('reports all differences', async () => {
    const approved = await client().approved();
    const { initiation, path } = familyCase.different;
    const risk = JSON.stringify({ ...familyCase.risk, PaymentContextCode: 'Other' });
    const withRisk = familyCase.risk === null ? {} : { risk };
    const reply = await client().submit(approved, { initiation, ...withRisk });
    const paths = familyCase.risk === null ? [path] : [path, 'Risk.PaymentContextCode'];
    expect(faultsOf(reply)).toEqual(paths.map((each) => `Resource.ConsentMismatch ${each}`));
  });

  test('reports an unknown consent and invalid members together', async () => {
    const { token } = await client().approved();
    const reply = await client().submit({ consentId: 'none-1', token }, { initiation: '7' });
    expect(faultsOf(reply)).toEqual([
      'Resource.NotFound Data.ConsentId',
      'Field.Invalid Data.Initiation',
    ]);
  });

  test('reports a used consent and invalid members together', async () => {
    const approved = await client().approved();
    await client().submit(approved);
    const reply = await client().submit(approved, { initiation: '{}' });
    const faults = faultsOf(reply);
    expect(faults.includes('Resource.InvalidConsentStatus')).toBe(family.consumesConsent);
    expect(faults.some((fault) => fault.includes('Data.Initiation.'))).toBe(true);
    expect(faults).toEqual([...new Set(faults)]);
  });

  test('rejects a payment under a consent that the customer has not approved', async () => {
    const { token } = await client().approved();
    const waiting = await client().prepared();
    const rejected = await client().prepared();
    await client().decide(rejected, { decision: 'reject' });
    for (const consentId of [waiting, rejected]) {
      expect((await client().submit({ consentId, token })).status).toBe(403);
      expect((await client().submit({ consentId, token: tpp().token })).status).toBe(403);
    }
    expect(await statusOf(waiting)).toBe('AwaitingAuthorisation');
    expect(await statusOf(rejected)).toBe('Rejected');
  });

  test('rejects payments under unknown consents and consents of other families or TPPs', async () => {
    const { token } = await client().approved();
    const [next] = FAMILIES.filter((other) => other !== family);
    const elsewhere = await new FamilyClient(
      tpp(),
      expectDefined(next, 'another family'),
    ).approved();
    for (const consentId of ['none-1', elsewhere.consentId]) {
      const reply = await client().submit({ consentId, token });
      expect(statusAndCodes(reply)).toEqual([400, ['Resource.NotFound Data.ConsentId']]);
    }
    const stranger = await Tpp.signIn(service().origin, 'tpp-two');
    const { consentId } = await new FamilyClient(stranger, family).approved();
    expect((await client().submit({ consentId, token })).status).toBe(403);
  });

  test('does not accept a consent id as a payment id, or the reverse', async () => {
    const { consentId, paymentId } = await client().paid();
    expect(faultsOf(await client().readPayment(consentId))).toEqual([
      `Resource.NotFound ${family.paymentIdName}`,
    ]);
    expect(faultsOf(await client().readConsent(paymentId))).toEqual([
      'Resource.NotFound ConsentId',
    ]);
  });
});

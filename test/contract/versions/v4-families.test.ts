import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { expectStatus, idIn, type Members } from '../../../test-client/answer.ts';
import { V4_0 } from '../../../src/versions/v4.0/index.ts';
import { INTERNATIONAL_FORM } from '../../../src/versions/v4.0/international-form.ts';
import { STANDING_ORDER_FORM } from '../../../src/versions/v4.0/standing-orders.ts';
import { DOMESTIC_FORM, type Form } from '../../../src/versions/v4.0/stored-form.ts';
import { PUBLISHED_V4, PUBLISHED_V4_VRP } from '../../helpers/published.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { type Description, judgeBy } from '../api/descriptions.ts';
import { FamilyClient } from '../families/family-client.ts';
import { caseOf } from '../families/family-cases.ts';
import { V4Client, vrpRequest, type Request } from './v4-requests.ts';

const bank = useFreshBank();

/** Final statuses of the test cases. */
const LAST: Readonly<Record<string, string>> = {
  'domestic-payments': 'ACCC',
  'domestic-scheduled-payments': 'ACCC',
  'domestic-standing-orders': 'INCO',
  'international-payments': 'ACSC',
  'international-scheduled-payments': 'ACSC',
  'domestic-vrps': 'ACCC',
};

const FORMS: Readonly<Record<string, Form>> = {
  'domestic-standing-orders': STANDING_ORDER_FORM,
  'international-payments': INTERNATIONAL_FORM,
  'international-scheduled-payments': INTERNATIONAL_FORM,
};

/** Returns the request of a family's test case in the form of v4.0. */
function requestOf(family: string): Request {
  if (family === 'domestic-vrps') return vrpRequest();
  const { initiation, consentData } = caseOf(family);
  const { fromStored } = FORMS[family] ?? DOMESTIC_FORM;
  const { Data } = fromStored({ Data: { Initiation: initiation } }) as {
    Data: { Initiation: Members };
  };
  return { family, initiation: Data.Initiation, data: consentData };
}

function judgeOf(description: Description, ajv: Ajv | Ajv2020) {
  formats.default(ajv);
  return judgeBy(description, ajv, 'OBErrorResponse1');
}

/** Files have a test of their own. */
const ORDERS = V4_0.families
  .map(({ family }) => family)
  .filter(({ name }) => name !== 'file-payments');

describe.each(ORDERS)('$name with v4.0', (family) => {
  const over = family.consumesConsent ? 'COND' : 'AUTH';
  const published = family.name === 'domestic-vrps' ? PUBLISHED_V4_VRP : PUBLISHED_V4;

  test('goes from the consent to the end, and each response matches the contracts', async () => {
    const client = new V4Client(bank.tpp);
    const request = requestOf(family.name);
    const { customer, dueAt } = caseOf(family.name);
    const consentId = idIn(expectStatus(await client.register(request), 201), 'ConsentId');
    const { token } = await client.approve(consentId, customer);
    const submitted = expectStatus(await client.submit(request, consentId, token), 201);
    expect(dataOf(submitted)).toMatchObject({ Status: 'RCVD', Initiation: request.initiation });
    const path = `/${family.payments}/${idIn(submitted, family.paymentIdName)}`;
    if (dueAt !== null) {
      expect(dataOf(await client.call('GET', path))).toMatchObject({ Status: 'PDNG' });
      await bank.tpp.moveClock(dueAt);
    }
    await bank.service.runner.drain(1000);
    expect(dataOf(await client.call('GET', path))).toMatchObject({ Status: LAST[family.name] });
    expectStatus(await client.call('GET', `${path}/payment-details`), 200);
    const consent = dataOf(expectStatus(await client.readConsent(family.name, consentId), 200));
    expect(consent).toMatchObject({ Status: over, Initiation: request.initiation });

    const response = await fetch(`${bank.service.origin}/openapi-v4.0.json`);
    const own = (await response.json()) as Description;
    const judges = [judgeOf(own, new Ajv2020({ strict: false, allErrors: true }))];
    if (published !== null) {
      const ajv = new Ajv({ strict: false, allErrors: true });
      judges.push(judgeOf(published as Description, ajv));
    }
    const problems = judges.map((judge) => client.exchanges.flatMap((each) => judge(each)));
    expect(client.exchanges.length).toBeGreaterThan(4);
    expect(problems.flat()).toEqual([]);
  });

  test('shows a resource of v3.1 in its own form', async () => {
    const old = new FamilyClient(bank.tpp, family);
    const { consentId, paymentId } = await old.paid();
    const client = new V4Client(bank.tpp);
    const consent = dataOf(expectStatus(await client.readConsent(family.name, consentId), 200));
    expect(consent).toMatchObject({
      Status: over,
      Initiation: requestOf(family.name).initiation,
    });
    const payment = await client.call('GET', `/${family.payments}/${paymentId}`);
    expect(dataOf(expectStatus(payment, 200))).toHaveProperty('Status');
  });
});

describe('an international payment to the USA with v4.0', () => {
  const others = requestOf('international-payments').initiation;
  const initiation = {
    ...others,
    SupplementaryData: undefined,
    DestinationCountryCode: 'US',
    CreditorAgent: { SchemeName: 'UK.OBIE.NCC.US', Identification: '021000021', Name: 'A Bank' },
  };
  const request = { family: 'international-payments', initiation };

  test('names the bank by its national clearing code, and the purpose in Risk', async () => {
    const client = new V4Client(bank.tpp);
    const registered = expectStatus(await client.register(request), 201);
    const id = idIn(registered, 'ConsentId');
    const { data } = (await bank.service.store.findConsent(id)) ?? { data: '' };
    expect(JSON.parse(data)).toMatchObject({
      Initiation: {
        Purpose: 'RENT',
        CreditorAgent: { Name: 'A Bank' },
        SupplementaryData: {
          DestinationCountry: 'US',
          NCCCode: 'USABA',
          NCCIdentification: '021000021',
        },
      },
    });
  });

  test.each([
    [{ DestinationCountryCode: undefined }, 'U001 Data.Initiation.DestinationCountryCode'],
    [
      { CreditorAgent: { SchemeName: 'UK.OBIE.NCC.US', Identification: '12' } },
      'U002 Data.Initiation.CreditorAgent.Identification',
    ],
    [
      { CreditorAgent: { SchemeName: 'UK.OBIE.NCC.AU', Identification: '021000021' } },
      'U002 Data.Initiation.CreditorAgent.SchemeName',
    ],
  ])('is refused with %j', async (changes, fault) => {
    const client = new V4Client(bank.tpp);
    const refused = await client.register({
      ...request,
      initiation: { ...initiation, ...changes },
    });
    const errors = expectStatus(refused, 400).json?.['Errors'] as Members[];
    expect(errors.map(({ ErrorCode, Path }) => `${String(ErrorCode)} ${String(Path)}`)).toContain(
      fault,
    );
  });
});

describe('a standing order with v4.0', () => {
  test('may name the one payment in each period', async () => {
    const { initiation, ...request } = requestOf('domestic-standing-orders');
    const mandate = initiation['MandateRelatedInformation'] as Members;
    const Frequency = { ...(mandate['Frequency'] as Members), CountPerPeriod: 1 };
    const changed = { ...initiation, MandateRelatedInformation: { ...mandate, Frequency } };
    const client = new V4Client(bank.tpp);
    const registered = await client.register({ ...request, initiation: changed });
    expect(dataOf(expectStatus(registered, 201))).toMatchObject({ Initiation: changed });
  });

  test.each([
    [{ Type: 'ADHO' }, 'U025 Data.Initiation.MandateRelatedInformation.Frequency.Type'],
    [
      { Type: 'WEEK', CountPerPeriod: 2 },
      'U002 Data.Initiation.MandateRelatedInformation.Frequency.CountPerPeriod',
    ],
  ])('with the frequency %j is refused', async (Frequency, fault) => {
    const { initiation, ...request } = requestOf('domestic-standing-orders');
    const mandate = initiation['MandateRelatedInformation'] as Members;
    const changed = { ...initiation, MandateRelatedInformation: { ...mandate, Frequency } };
    const refused = await new V4Client(bank.tpp).register({ ...request, initiation: changed });
    const errors = expectStatus(refused, 400).json?.['Errors'] as Members[];
    expect(errors.map(({ ErrorCode, Path }) => `${String(ErrorCode)} ${String(Path)}`)).toEqual([
      fault,
    ]);
  });

  test('reports dates in the past at their place in the mandate', async () => {
    const { initiation, ...request } = requestOf('domestic-standing-orders');
    const mandate = initiation['MandateRelatedInformation'] as Members;
    const changed = {
      ...initiation,
      MandateRelatedInformation: { ...mandate, FirstPaymentDateTime: '2020-01-01T00:00:00Z' },
    };
    const refused = await new V4Client(bank.tpp).register({ ...request, initiation: changed });
    const errors = expectStatus(refused, 400).json?.['Errors'] as Members[];
    expect(errors.map(({ ErrorCode, Path }) => `${String(ErrorCode)} ${String(Path)}`)).toEqual([
      'U003 Data.Initiation.MandateRelatedInformation.FirstPaymentDateTime',
    ]);
  });
});

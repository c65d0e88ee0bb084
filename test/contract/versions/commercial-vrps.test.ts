import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, describe, expect, test } from 'vitest';
import { expectStatus, idIn, type Members } from '../../../test-client/answer.ts';
import { createHolidays } from '../../../src/bank/holidays.ts';
import { PERIOD_TYPES } from '../../../src/domain/calendar/vrp-periods.ts';
import { domesticVrps } from '../../../src/families/domestic-vrps/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { LIMITS } from '../../helpers/limits.ts';
import { PUBLISHED_CVRP } from '../../helpers/published.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { periodicLimit } from '../../helpers/vrp.ts';
import { type Description, judgeBy } from '../api/descriptions.ts';
import { commercialRequest, V4Client, v4Faults } from './v4-requests.ts';

const bank = useFreshBank();
const clients: V4Client[] = [];

function client(): V4Client {
  const added = new V4Client(bank.tpp);
  clients.push(added);
  return added;
}

type Commercial = ReturnType<typeof commercialRequest>;

async function approved({ risk, ...request }: Commercial) {
  const registered = expectStatus(await client().register(request, risk), 201);
  const consentId = idIn(registered, 'ConsentId');
  return { consentId, ...(await client().approve(consentId)) };
}

describe.each(['CVRP1', 'CVRP2', 'CVRP3'])('a commercial VRP of type %s', (name) => {
  test('is paid, and every response has a reason with a code', async () => {
    const request = commercialRequest(`UK.OBIE.VRPType.${name}`);
    const { consentId, token } = await approved(request);
    const submitted = await client().submit(request, consentId, token, request.risk);
    const id = idIn(expectStatus(submitted, 201), 'DomesticVRPId');
    await bank.service.runner.drain(1000);
    const read = await client().call('GET', `/domestic-vrps/${id}`);
    const consent = await client().readConsent(request.family, consentId);
    for (const reply of [submitted, read, consent]) {
      expect(dataOf(reply)['StatusReason']).toEqual([
        expect.objectContaining({ StatusReasonCode: expect.any(String) as string }),
      ]);
    }
    expect(dataOf(read)).toMatchObject({ Status: 'ACCC' });
    const details = dataOf(await client().call('GET', `/domestic-vrps/${id}/payment-details`));
    expect(details).toMatchObject({ PaymentStatus: [{ StatusDetail: { StatusReason: '0000' } }] });
  });
});

describe('a commercial VRP', () => {
  test('requires interaction types and risk indicators', async () => {
    const { data, risk, ...request } = commercialRequest();
    const parameters = { ...data.ControlParameters, PSUInteractionTypes: undefined };
    const refused = await client().register(
      { ...request, data: { ...data, ControlParameters: parameters } },
      { DeliveryAddress: risk['DeliveryAddress'] },
    );
    expect(v4Faults(expectStatus(refused, 400))).toEqual([
      'U004 Data.ControlParameters.PSUInteractionTypes',
      'U004 Risk.PaymentContextCode',
      'U004 Risk.MerchantCategoryCode',
      'U004 Risk.MerchantCustomerIdentification',
      'U004 Risk.ContractPresentIndicator',
      'U004 Risk.BeneficiaryPrepopulatedIndicator',
      'U004 Risk.PaymentPurposeCode',
      'U004 Risk.CategoryPurposeCode',
    ]);
    const enough = { ...risk, BeneficiaryAccountType: undefined, DeliveryAddress: undefined };
    expectStatus(await client().register({ ...request, data }, enough), 201);
  });

  test('is paid only with the types that the consent allows', async () => {
    const { payment, ...request } = commercialRequest();
    const { consentId, token } = await approved({ ...request, payment });
    const pay = (changes: Members) =>
      client().submit({ ...request, payment: { ...payment, ...changes } }, consentId, token, {
        ...request.risk,
      });
    const faultsOf = async (changes: Members) => v4Faults(expectStatus(await pay(changes), 400));
    expect(await faultsOf({ VRPType: 'UK.OBIE.VRPType.CVRP2' })).toEqual([
      'U014 Data.ControlParameters.VRPType',
    ]);
    expect(await faultsOf({ PSUInteractionType: undefined })).toEqual([
      'U004 Data.PSUInteractionType',
    ]);
    expect(await faultsOf({ VRPType: undefined })).toEqual(['U004 Data.VRPType']);
  });

  test('may have limits of all periods and alignments', async () => {
    const { data, risk, ...request } = commercialRequest();
    const PeriodicLimits = PERIOD_TYPES.flatMap((period) =>
      ['Consent', 'Calendar']
        .filter((alignment) => `${period} ${alignment}` !== 'Fortnight Calendar')
        .map((alignment) => periodicLimit(period, alignment, '500.00')),
    );
    const parameters = { ...data.ControlParameters, PeriodicLimits };
    const all = { ...request, data: { ...data, ControlParameters: parameters } };
    expectStatus(await client().register(all, risk), 201);
  });

  test('is shown to the customer with its purpose and the moments of payment', async () => {
    const { risk, ...request } = commercialRequest();
    const id = idIn(expectStatus(await client().register(request, risk), 201), 'ConsentId');
    const { data } = expectDefined(await bank.service.store.findConsent(id), id);
    const context = { now: 0, holidays: createHolidays(), limits: LIMITS, file: null };
    const { lines } = domesticVrps.review(data, context);
    const texts = new Map(lines.map(({ label, value }) => [label, value]));
    expect(texts.get('Purpose')).toBe(
      'According to the provider: paying a business (commercial payments, type CVRP1)',
    );
    expect(texts.get('Payments are made')).toEqual([
      'While you use the provider’s app or website',
      'While you are away',
    ]);
  });
});

afterAll(() => {
  if (PUBLISHED_CVRP === null) return;
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const judge = judgeBy(PUBLISHED_CVRP as Description, ajv, 'OBErrorResponse1');
  const exchanges = clients.flatMap((each) => each.exchanges);
  expect(exchanges.length).toBeGreaterThan(20);
  const problems = exchanges.flatMap((each) => judge(each));
  // This contract is of 4.0. Release 4.0.1 corrected the place of the account for refunds.
  expect(problems.filter((problem) => !problem.startsWith('/Data/Refund '))).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { expectStatus, idIn, type Members } from '../../../test-client/answer.ts';
import { domesticVrps } from '../../../src/families/domestic-vrps/index.ts';
import { createHolidays } from '../../../src/bank/holidays.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { LIMITS } from '../../helpers/limits.ts';
import { pounds } from '../../helpers/orders.ts';
import { dataOf, type Reply } from '../../helpers/tpp.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { CLARA } from '../families/family-case.ts';
import { FamilyClient } from '../families/family-client.ts';
import { vrpRequest, V4Client, RISK, v4Faults } from './v4-requests.ts';

const bank = useFreshBank();

const client = () => new V4Client(bank.tpp);
const old = () => new FamilyClient(bank.tpp, domesticVrps);

const confirm = (consentId: string, token: string, data: Members): Promise<Reply> =>
  client().call('POST', `/domestic-vrp-consents/${consentId}/funds-confirmation`, {
    token,
    key: null,
    body: JSON.stringify({ Data: { ConsentId: consentId, ...data } }),
  });

describe('a VRP with v4.0', () => {
  test('reports a reason with every status, and the account for refunds one level deeper', async () => {
    const request = vrpRequest();
    const { consentId, token } = await client().approved(request);
    const consent = dataOf(await client().readConsent(request.family, consentId));
    expect(consent).toMatchObject({ Status: 'AUTH', StatusReason: [{ StatusReasonCode: 'U032' }] });
    const submitted = expectStatus(await client().submit(request, consentId, token), 201);
    expect(dataOf(submitted)).toMatchObject({
      Status: 'RCVD',
      StatusReason: [{ StatusReasonCode: 'U030' }],
      Refund: { Account: { SchemeName: 'UK.OBIE.SortCodeAccountNumber' } },
    });
    await bank.service.runner.drain(1000);
    const path = `/domestic-vrps/${idIn(submitted, 'DomesticVRPId')}`;
    expect(dataOf(await client().call('GET', path))).toMatchObject({
      Status: 'ACCC',
      StatusReason: [{ StatusReasonCode: '0000' }],
    });
    const details = dataOf(await client().call('GET', `${path}/payment-details`));
    expect(details).toMatchObject({
      PaymentStatus: [{ StatusDetail: { Status: 'ACCC', StatusReason: '0000' } }],
    });
  });

  test('is refused with the codes and the paths of v4.0', async () => {
    const { data = {}, initiation, ...request } = vrpRequest();
    const parameters = data['ControlParameters'] as Members;
    const refused = await client().register({
      ...request,
      data: { ControlParameters: { ...parameters, VRPType: ['UK.OBIE.VRPType.None'] } },
      initiation: {
        ...initiation,
        CreditorAccount: { ...(initiation['CreditorAccount'] as Members), Name: 'x'.repeat(71) },
        CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'NWBKGB2L' },
        RemittanceInformation: { Reference: 'Sweepco' },
      },
    });
    expect(v4Faults(expectStatus(refused, 400))).toEqual([
      'U002 Data.ControlParameters.VRPType[0]',
      'U005 Data.Initiation.CreditorAgent',
      'U002 Data.Initiation.CreditorAccount.Name',
      'U005 Data.Initiation.RemittanceInformation.Reference',
    ]);
  });

  test('names the reference of the instruction at its place in v4.0', async () => {
    const request = vrpRequest();
    const { consentId, token } = await client().approved(request);
    const { Instruction: instruction } = request.payment as { Instruction: Members };
    const remitted = { Structured: [{ CreditorReferenceInformation: { Reference: 'Another' } }] };
    const payment = {
      ...request.payment,
      Instruction: { ...instruction, RemittanceInformation: remitted },
    };
    const refused = await client().submit({ ...request, payment }, consentId, token);
    expect(v4Faults(expectStatus(refused, 400))).toEqual([
      'U008 Data.Instruction.RemittanceInformation.Structured[0].CreditorReferenceInformation' +
        '.Reference',
    ]);
  });

  test('has its own reference if the consent has none', async () => {
    const { initiation: agreed, ...others } = vrpRequest();
    const initiation = { ...agreed, RemittanceInformation: undefined };
    const request = { ...others, initiation };
    const { consentId, token } = await client().approved(request);
    const { Instruction: instruction } = request.payment as { Instruction: Members };
    for (const Reference of ['Invoice 1', 'Invoice 2']) {
      const remitted = { Structured: [{ CreditorReferenceInformation: { Reference } }] };
      const payment = {
        ...request.payment,
        Instruction: { ...instruction, RemittanceInformation: remitted },
      };
      expectStatus(await client().submit({ ...request, payment }, consentId, token), 201);
    }
    const confirmed = await confirm(consentId, token, { InstructedAmount: pounds('1.00') });
    expect(dataOf(expectStatus(confirmed, 201))).not.toHaveProperty('Reference');
  });

  test('confirms an amount only with the reference of the consent', async () => {
    const { consentId, token } = await client().approved(vrpRequest());
    const InstructedAmount = pounds('1.00');
    const refused = await confirm(consentId, token, { InstructedAmount });
    expect(v4Faults(expectStatus(refused, 400))).toEqual(['U008 Data.Reference']);
    const confirmed = await confirm(consentId, token, { InstructedAmount, Reference: 'Sweepco' });
    expect(dataOf(expectStatus(confirmed, 201))).toMatchObject({ Reference: 'Sweepco' });
  });

  test('has one of the types and interaction types of its consent', async () => {
    const request = vrpRequest();
    const { consentId, token } = await client().approved(request);
    const payment = {
      ...request.payment,
      VRPType: 'UK.OBIE.VRPType.Other',
      PSUInteractionType: 'InSession',
    };
    const refused = await client().submit({ ...request, payment }, consentId, token);
    expect(v4Faults(expectStatus(refused, 400))).toEqual([
      'U014 Data.ControlParameters.VRPType',
      'U014 Data.ControlParameters.PSUInteractionTypes',
    ]);
  });

  test('does not pay for another ultimate creditor than the customer saw', async () => {
    const { initiation: agreed, ...others } = vrpRequest();
    const request = {
      ...others,
      initiation: { ...agreed, UltimateCreditor: { Name: 'Landlord' } },
    };
    const { consentId, token } = await client().approved(request);
    const { Instruction: instruction } = request.payment as { Instruction: Members };
    const pay = (Name: string) =>
      client().submit(
        {
          ...request,
          payment: {
            ...request.payment,
            Instruction: { ...instruction, UltimateCreditor: { Name } },
          },
        },
        consentId,
        token,
      );
    expect(v4Faults(expectStatus(await pay('Somebody'), 400))).toEqual([
      'U008 Data.Instruction.UltimateCreditor.Name',
    ]);
    expectStatus(await pay('Landlord'), 201);
  });

  test('shows the customer the ultimate parties', async () => {
    const { initiation, ...others } = vrpRequest();
    const parties = { UltimateDebtor: { Name: 'Tenant' }, UltimateCreditor: { Name: 'Landlord' } };
    const request = { ...others, initiation: { ...initiation, ...parties } };
    const id = idIn(expectStatus(await client().register(request), 201), 'ConsentId');
    const { data } = expectDefined(await bank.service.store.findConsent(id), id);
    const context = { now: 0, holidays: createHolidays(), limits: LIMITS, file: null };
    const labels = domesticVrps.review(data, context).lines.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['On behalf of', 'Payee collects for']));
  });

  test('is served only under /pisp', async () => {
    const path = '/open-banking/v4.0/vrp/domestic-vrp-consents/vrpc-1';
    expectStatus(await bank.tpp.call('GET', path), 404);
  });
});

describe('a VRP consent of v3.1', () => {
  test('is read and paid with v4.0, and its payments are of v4.0', async () => {
    const { consentId, token } = await old().approved();
    const request = vrpRequest();
    const risk = old().case.risk ?? {};
    const read = expectStatus(await client().readConsent(request.family, consentId), 200);
    expect(read.json).toMatchObject({
      Data: { Status: 'AUTH', Initiation: request.initiation },
      Risk: { PaymentContextCode: risk['PaymentContextCode'] },
    });
    const paid = expectStatus(await client().submit(request, consentId, token, risk), 201);
    const id = idIn(paid, 'DomesticVRPId');
    expectStatus(await client().call('GET', `/domestic-vrps/${id}`), 200);
    expectStatus(await bank.tpp.get(`/domestic-vrps/${id}`), 400);
    expectStatus(await old().submit({ consentId, token }), 201);
  });

  test('is not paid with an Initiation in the form of v3.1', async () => {
    const { consentId, token } = await old().approved();
    const { initiation } = old().case;
    const refused = await client().submit({ ...vrpRequest(), initiation }, consentId, token, RISK);
    expect(v4Faults(expectStatus(refused, 400))).toContain(
      'U005 Data.Initiation.RemittanceInformation.Reference',
    );
  });

  test('is not found with v3.1 if it was made with v4.0', async () => {
    const { consentId, token } = await client().approved(vrpRequest());
    expectStatus(await bank.tpp.get(`/domestic-vrp-consents/${consentId}`), 400);
    expectStatus(await old().submit({ consentId, token }), 400);
    const revoked = await client().call('DELETE', `/domestic-vrp-consents/${consentId}`);
    expectStatus(revoked, 204);
  });

  test('is CANC after the customer ended it', async () => {
    const { consentId } = await client().approved(vrpRequest());
    const { user } = CLARA;
    await bank.tpp.post(`/sandbox/consents/${consentId}/revocation`, { user }, { key: null });
    const read = dataOf(await client().readConsent('domestic-vrps', consentId));
    expect(read).toMatchObject({ Status: 'CANC', StatusReason: [{ StatusReasonCode: 'CUST' }] });
  });
});

import { describe, expect, test } from 'vitest';
import { orderOf } from '../../../../src/domain/execution/order.ts';
import { domesticVrps } from '../../../../src/families/domestic-vrps/index.ts';
import { FaultList } from '../../../../src/shared/errors.ts';
import { LIMITS } from '../../../helpers/limits.ts';
import { told, vrpConsent, vrpPayment } from '../../../helpers/vrp.ts';
import { inV3 } from '../../../helpers/v3.ts';

type Json = Readonly<Record<string, unknown>>;

function readPayment(body: unknown): string[] {
  const faults = new FaultList();
  inV3(domesticVrps).readPayment({ value: body, text: '' }, faults, false);
  return told(faults);
}

describe('a VRP payment request', () => {
  test.each<[string, Json, Json]>([
    ['Field.Missing Data.Instruction.InstructedAmount', { InstructedAmount: undefined }, {}],
    ['Field.Missing Data.Instruction.CreditorAccount', { CreditorAccount: undefined }, {}],
    [
      'Unsupported.LocalInstrument Data.Instruction.LocalInstrument',
      {
        LocalInstrument: 'UK.OBIE.BACS',
      },
      {},
    ],
    ['Field.Unexpected Data.Instruction.SupplementaryData', { SupplementaryData: { a: 1 } }, {}],
    ['Field.Invalid Data.PSUAuthenticationMethod', {}, { PSUAuthenticationMethod: 'UK.OBIE.None' }],
    ['Field.Missing Data.PSUAuthenticationMethod', {}, { PSUAuthenticationMethod: undefined }],
  ])('is rejected with %s', (fault, instruction, data) => {
    const body = vrpPayment('vrpc-1', instruction, data);
    expect(readPayment(JSON.parse(JSON.stringify(body)))).toEqual([fault]);
  });

  test('must name a valid creditor agent or none', () => {
    const withAgent = (CreditorAgent: Json) => readPayment(vrpPayment('v', { CreditorAgent }));
    const at = 'Data.Instruction.CreditorAgent';
    expect(withAgent({ SchemeName: 'BICFI', Identification: 'NWBKGB2L' })).toEqual([]);
    expect(withAgent({ SchemeName: 'banana', Identification: 'x' })).toEqual([
      `Unsupported.Scheme ${at}.SchemeName`,
    ]);
    expect(withAgent({ SchemeName: 'BICFI', Identification: 'x' })).toEqual([
      `Field.Invalid ${at}.Identification`,
    ]);
    expect(withAgent({ SchemeName: 'BICFI' })).toEqual([`Field.Expected ${at}.Identification`]);
  });

  test("is checked independently of the consent's earlier request", () => {
    const Initiation = { CreditorAccount: { SchemeName: 'IBAN', Identification: 'GB00' } };
    const body = vrpPayment('vrpc-1', {}, { Initiation });
    const faults = new FaultList();
    inV3(domesticVrps).readPayment({ value: body, text: '' }, faults, true);
    expect(told(faults)).toEqual([]);
    expect(readPayment(body)).not.toEqual([]);
  });

  test('may have members that the contract does not define', () => {
    expect(readPayment(vrpPayment('vrpc-1', { Unheard: 1 }, { Unheard: 2 }))).toEqual([]);
  });

  test('uses Faster Payments unless it names CHAPS', () => {
    const data = (instruction = {}) => JSON.stringify(vrpPayment('vrpc-1', instruction).Data);
    const instrumentOf = (text: string) =>
      orderOf(domesticVrps.instructionOf(text, 'payment', LIMITS)).instrument;
    expect(instrumentOf(data())).toBe('FPS');
    expect(instrumentOf(data({ LocalInstrument: 'UK.OBIE.CHAPS' }))).toBe('CHAPS');
  });
});

test.each([vrpConsent(), vrpPayment('vrpc-1')])(
  'a consent without an instruction orders no payment',
  ({ Data }) => {
    expect(domesticVrps.instructionOf(JSON.stringify(Data), 'consent', LIMITS).kind).toBe('none');
  },
);

describe('the response', () => {
  test('for a consent contains the request and the default VRP type', () => {
    const initiation = '{ "CreditorAccount" : 1.0e1 }';
    const sent = `{"Status":"x", "Initiation":${initiation} ,"ControlParameters": { "a": [ ] }}`;
    expect(domesticVrps.echoedData(sent, 'consent')).toBe(
      `{"ControlParameters":{"VRPType":["UK.OBIE.VRPType.Sweeping"], "a": [ ] },` +
        `"Initiation":${initiation}}`,
    );
  });

  test('for a consent with a type contains its control parameters unchanged', () => {
    const sent = '{"ControlParameters":{ "VRP\\u0054ype":[ "x"]},"ReadRefundAccount": "No"}';
    expect(domesticVrps.echoedData(sent, 'consent')).toBe(
      '{"ReadRefundAccount":"No","ControlParameters":{ "VRP\\u0054ype":[ "x"]}}',
    );
  });

  test('for a payment contains its instruction, but not the authentication method', () => {
    const sent =
      '{"Instruction":{ "a":1.0 },"PSUAuthenticationMethod":"x","ControlParameters":{},' +
      '"Initiation": {},"ConsentId":"vrpc-1", "DomesticVRPId":"mine"}';
    expect(domesticVrps.echoedData(sent, 'payment')).toBe(
      '{"ConsentId":"vrpc-1","Initiation":{},"Instruction":{ "a":1.0 }}',
    );
  });

  test('for a consent omits members that only a payment has', () => {
    const sent = '{"Instruction":{"a":1},"Initiation":{"b":2},"ConsentId":"mine"}';
    expect(domesticVrps.echoedData(sent, 'consent')).toBe('{"Initiation":{"b":2}}');
  });
});

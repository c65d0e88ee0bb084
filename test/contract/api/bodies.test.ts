import { describe, expect, test } from 'vitest';
import { bulkFile, hashOf } from '../../helpers/payment-file.ts';
import { beginRequest } from '../../helpers/raw.ts';
import { consentBody, faultsOf, type Reply } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';

const { service, tpp } = useService();

const FILE = bulkFile(1);
const FAULTLESS = JSON.stringify(consentBody(FILE));

function register(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Reply> {
  return tpp().call('POST', '/file-payment-consents', { body, headers });
}

/**
 * Returns a request for a consent whose Initiation starts with the given field, exactly as written.
 */
function withMember(name: string, written: string): string {
  const others = Object.entries(consentBody(FILE).Data.Initiation)
    .filter(([other]) => other !== name)
    .map(([other, value]) => `${JSON.stringify(other)}:${JSON.stringify(value)}`);
  const members = [`${JSON.stringify(name)}:${written}`, ...others].join(',');
  return `{"Data":{"Initiation":{${members}}}}`;
}

function withoutMember(name: string): string {
  return FAULTLESS.replace(new RegExp(`"${name}":"[^"]*",`), '');
}

describe('a request body', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON ; Charset="utf-8"',
    'application/json;',
  ])('of type %s is accepted', async (type) => {
    expect((await register(FAULTLESS, { 'content-type': type })).status).toBe(201);
  });

  test.each([
    'text/plain',
    'application/xml',
    'application/jose+jwe',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/jsonp',
    'application/json, text/plain',
    'application/x-www-form-urlencoded',
  ])('of type %s is rejected with 415', async (type) => {
    const reply = await register(FAULTLESS, { 'content-type': type });
    expect([reply.status, faultsOf(reply)]).toEqual([415, ['Header.Invalid Content-Type']]);
  });

  test('without a content type is rejected with 415', async () => {
    const reply = await tpp().call('POST', '/file-payment-consents');
    expect(reply.status).toBe(415);
  });

  test.each(['gzip', 'br', 'deflate', 'zstd'])(
    'with the content encoding %s is rejected with 415',
    async (name) => {
      const reply = await register(FAULTLESS, { 'content-encoding': name });
      expect([reply.status, faultsOf(reply)]).toEqual([415, ['Header.Invalid Content-Encoding']]);
    },
  );
});

describe('a request', () => {
  test.each([
    ['x-fapi-auth-date', 'yesterday'],
    ['x-fapi-auth-date', 'Sun, 10 Sep 2017 19:43:31 CET'],
    ['x-fapi-auth-date', 'Mon, 10 Sep 2017 19:43:31 GMT'],
    ['x-fapi-auth-date', 'Sun, 31 Feb 2017 19:43:31 GMT'],
    ['x-fapi-auth-date', '2017-09-10T19:43:31Z'],
    ['x-fapi-customer-ip-address', '104.25.212.300'],
    ['x-fapi-customer-ip-address', 'localhost'],
    ['x-fapi-customer-ip-address', '10.0.0.1, 10.0.0.2'],
    ['x-fapi-interaction-id', '93bac548-d2de-4546-b106-880a5018460'],
    ['x-fapi-interaction-id', '93bac548-d2de-4546-b106-880a5018460d-1'],
    ['x-idempotency-key', 'k'.repeat(41)],
    ['x-idempotency-key', ''],
  ])('with %s: %s is rejected', async (name, value) => {
    const reply = await register(FAULTLESS, { [name]: value });
    expect([reply.status, faultsOf(reply)]).toEqual([400, [`Header.Invalid ${name}`]]);
  });

  test.each([
    ['x-fapi-auth-date', 'Sun, 10 Sep 2017 19:43:31 UTC'],
    ['x-fapi-auth-date', 'Sun, 10 Sep 2017 19:43:31 GMT'],
    ['x-fapi-customer-ip-address', '104.25.212.99'],
    ['x-fapi-customer-ip-address', '2001:db8::1'],
    ['x-fapi-interaction-id', '93BAC548-D2DE-4546-B106-880A5018460D'],
    ['x-customer-user-agent', 'anything at all'],
    ['x-idempotency-key', 'k'.repeat(40)],
    ['x-idempotency-key', '!'],
  ])('with %s: %s is accepted', async (name, value) => {
    expect((await register(FAULTLESS, { [name]: value })).status).toBe(201);
  });

  test('without an idempotency key is rejected', async () => {
    const reply = await tpp().call('POST', '/file-payment-consents', {
      body: FAULTLESS,
      key: null,
    });
    expect([reply.status, faultsOf(reply)]).toEqual([400, ['Header.Missing x-idempotency-key']]);
  });
});

describe('JSON', () => {
  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['half an object', FAULTLESS.slice(0, -1)],
    ['something after the object', `${FAULTLESS} 1`],
    ['a comma too many', FAULTLESS.replace('}}}', '},}}')],
    ['single quotes', FAULTLESS.replaceAll('"', "'")],
    ['a comment', `/* consent */ ${FAULTLESS}`],
    ['not a number', withMember('ControlSum', 'NaN')],
    ['a number with a plus', withMember('ControlSum', '+1')],
    ['a number with a leading zero', withMember('ControlSum', '010.50')],
    ['a line break in a text', withMember('FileReference', '"a\nb"')],
    ['a byte order mark', `\uFEFF${FAULTLESS}`],
    ['nesting without end', '{"a":'.repeat(10_000)],
    ['33 levels', withMember('SupplementaryData', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)],
    ['a name twice', FAULTLESS.replace('"FileType"', '"FileHash":"x","FileType"')],
    [
      'a duplicate name written with escapes',
      FAULTLESS.replace('"FileType"', '"File\\u0048ash":"x","FileType"'),
    ],
    ['__proto__', withMember('SupplementaryData', '{"__proto__":{"a":1}}')],
    ['half a character', withMember('FileReference', '"\\ud83c"')],
  ])('with %s is rejected', async (_, body) => {
    const reply = await register(body);
    expect(reply.status).toBe(400);
    expect(faultsOf(reply)[0]).toMatch(/^Resource\.InvalidFormat/);
  });

  test('with bytes that are not UTF-8 is rejected', async () => {
    const [before = '', after = ''] = withMember('FileReference', '"caf@"').split('@');
    const body = Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(after)]);
    const reply = await register(body);
    expect([reply.status, faultsOf(reply)]).toEqual([400, ['Resource.InvalidFormat']]);
    const utf16 = await register(Buffer.from(FAULTLESS, 'utf16le'));
    expect(utf16.status).toBe(400);
  });

  test.each(['null', '[]', '"text"', '0', 'true', '{}', '{"Data":null}', '{"Data":[]}'])(
    'that is %s instead of a consent is rejected',
    async (body) => {
      const reply = await register(body);
      expect(reply.status).toBe(400);
      expect(faultsOf(reply)[0]).toMatch(/^(Field|Resource)\./);
    },
  );

  test('above the maximum size is rejected with 413, with or without Content-Length', async () => {
    const large = withMember('SupplementaryData', `{"a":"${'x'.repeat(110_000)}"}`);
    expect((await register(large)).status).toBe(413);
    const chunked = beginRequest(
      `${service().origin}/open-banking/v3.1/pisp/file-payment-consents`,
      {
        authorization: `Bearer ${tpp().token}`,
        'content-type': 'application/json',
        'x-idempotency-key': 'chunked',
      },
    );
    for (let piece = 0; piece < 11; piece += 1) await chunked.write('x'.repeat(10_000));
    const answer = await chunked.answer;
    chunked.request.destroy();
    expect(answer.status).toBe(413);
  });
});

describe('members', () => {
  test.each([
    ['FileType', '"UK.OBIE.Other"', 'Field.Invalid'],
    ['FileType', 'null', 'Field.Invalid'],
    ['FileHash', '"short"', 'Field.Invalid'],
    ['FileHash', `"${hashOf(FILE).slice(0, 43)}=="`, 'Field.Invalid'],
    ['FileReference', '""', 'Field.Invalid'],
    ['FileReference', `"${'r'.repeat(41)}"`, 'Field.Invalid'],
    ['FileReference', '"\\u0000"', 'Field.Invalid'],
    ['FileReference', '7', 'Field.Invalid'],
    ['NumberOfTransactions', '7', 'Field.Invalid'],
    ['NumberOfTransactions', '"1e3"', 'Field.Invalid'],
    ['NumberOfTransactions', '"1234567890123456"', 'Field.Invalid'],
    ['ControlSum', '"10.50"', 'Field.Invalid'],
    ['ControlSum', '-10.50', 'Field.Invalid'],
    ['ControlSum', '1e999', 'Field.Invalid'],
    ['LocalInstrument', '"UK.OBIE.SWIFT"', 'Unsupported.LocalInstrument'],
    ['RequestedExecutionDateTime', '"tomorrow"', 'Field.InvalidDate'],
    ['RequestedExecutionDateTime', '"2026-12-02T09:00:00"', 'Field.InvalidDate'],
    ['RequestedExecutionDateTime', '"2026-11-30T09:00:00Z"', 'Field.InvalidDate'],
    ['RequestedExecutionDateTime', '"2028-01-01T09:00:00Z"', 'Field.InvalidDate'],
    ['RequestedExecutionDateTime', '"2026-02-30T09:00:00Z"', 'Field.InvalidDate'],
    ['SupplementaryData', '[]', 'Field.Invalid'],
    ['Unheard', '1', 'Field.Unexpected'],
    ['constructor', '1', 'Field.Unexpected'],
  ])('%s: %s is %s', async (name, written, code) => {
    const reply = await register(withMember(name, written));
    expect([reply.status, faultsOf(reply)]).toEqual([400, [`${code} Data.Initiation.${name}`]]);
  });

  test.each([
    ['DebtorAccount', '{"SchemeName":"UK.OBIE.IBAN","Identification":"DE0212030000","Name":"A"}'],
    ['DebtorAccount', '{"SchemeName":"UK.OBIE.PAN","Identification":"4000000000000002"}'],
    ['DebtorAccount', '{"SchemeName":null,"Identification":"11280001234567"}'],
    ['DebtorAccount', '{"SchemeName":"SortCodeAccountNumber","Identification":"1128000123456"}'],
    ['DebtorAccount', '{"Identification":"11280001234567"}'],
    ['RemittanceInformation', '{"Reference":"","Unstructured":7}'],
  ])('with a wrong part of %s are rejected: %s', async (name, written) => {
    const reply = await register(withMember(name, written));
    expect(reply.status).toBe(400);
    for (const fault of faultsOf(reply)) {
      expect(fault).toMatch(new RegExp(`^\\S+ Data\\.Initiation\\.${name}\\.\\w+$`));
    }
  });

  test('that are missing are named', async () => {
    const reply = await register(withoutMember('FileHash'));
    expect([reply.status, faultsOf(reply)]).toEqual([
      400,
      ['Field.Missing Data.Initiation.FileHash'],
    ]);
  });

  test('report all faults of headers, JSON and members together', async () => {
    const body = withMember('ControlSum', '0').replace('"FileReference":', '"FileReferenz":');
    const reply = await register(body.replace('{"Data"', '{"Risk":{},"Data"'), {
      'x-fapi-auth-date': 'never',
      'x-fapi-customer-ip-address': 'nowhere',
    });
    expect(reply.status).toBe(400);
    expect(faultsOf(reply).sort()).toEqual([
      'Field.Invalid Data.Initiation.ControlSum',
      'Field.Unexpected Data.Initiation.FileReferenz',
      'Field.Unexpected Risk',
      'Header.Invalid x-fapi-auth-date',
      'Header.Invalid x-fapi-customer-ip-address',
    ]);
    expect(reply.json?.['Message']).toContain('5 faults');
  });

  test('list 100 faults and report the total', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `"odd${String(index)}":1`).join(',');
    const reply = await register(FAULTLESS.replace('"FileType"', `${names},"FileType"`));
    expect(faultsOf(reply)).toHaveLength(100);
    expect(reply.json?.['Message']).toContain('250');
  });

  test('keep every text of an error within the maximum length of the contract', async () => {
    const long = '\u{1F370}'.repeat(3000);
    const reply = await register(withMember(long, '1'), { 'x-fapi-auth-date': 'n'.repeat(4000) });
    expect(reply.status).toBe(400);
    const { Code, Id, Message, Errors } = reply.json as unknown as OBErrorResponse;
    expect(Code.length).toBeLessThanOrEqual(40);
    expect(Id).toBe(reply.headers.get('x-fapi-interaction-id'));
    expect([...Message].length).toBeLessThanOrEqual(500);
    expect(Errors).toHaveLength(2);
    for (const error of Errors) {
      expect([...error.Message].length).toBeLessThanOrEqual(500);
      expect([...error.Path].length).toBeLessThanOrEqual(500);
    }
  });
});

interface OBErrorResponse {
  readonly Code: string;
  readonly Id: string;
  readonly Message: string;
  readonly Errors: readonly { readonly Message: string; readonly Path: string }[];
}

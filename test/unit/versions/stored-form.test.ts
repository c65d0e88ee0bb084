import { describe, expect, test } from 'vitest';
import { INTERNATIONAL_FORM } from '../../../src/versions/v4.0/international-form.ts';
import { STANDING_ORDER_FORM } from '../../../src/versions/v4.0/standing-orders.ts';
import { DOMESTIC_FORM, requestOf, type Form } from '../../../src/versions/v4.0/stored-form.ts';
import { VRP_FORM } from '../../../src/versions/v4.0/vrps.ts';
import { V4_0 } from '../../../src/versions/v4.0/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { CONSENT_FIXTURES } from '../../contract/families/consent-fixtures.ts';

const FORMS: Readonly<Record<string, Form>> = {
  'domestic-payment-consents': DOMESTIC_FORM,
  'domestic-scheduled-payment-consents': DOMESTIC_FORM,
  'domestic-standing-order-consents': STANDING_ORDER_FORM,
  'international-payment-consents': INTERNATIONAL_FORM,
  'international-scheduled-payment-consents': INTERNATIONAL_FORM,
  'domestic-vrp-consents': VRP_FORM,
};

/** Fields that v4.0 requires in a VRP consent, and one that it does not have. */
const OF_V4_ONLY = ['MaximumIndividualAmount', 'PeriodicLimits', 'VRPType', 'CreditorAgent'];

const VALID = CONSENT_FIXTURES.filter(
  ({ family, expected }) => family in FORMS && expected.length === 0,
).map(({ family, body }, number) => ({
  family,
  number,
  body: body as { Data: object; Risk: object },
}));

/** The types of addresses have other names, and the names of v4.0 remain in the stored form. */
function withoutAddressTypes(value: unknown): unknown {
  const text = JSON.stringify(value, (name, member: unknown) =>
    name === 'AddressType' ? undefined : member,
  );
  return JSON.parse(text) as unknown;
}

describe.each(VALID)('consent $number of v3.1 in $family', ({ family, body }) => {
  const form = expectDefined(FORMS[family], family);
  const stored = { data: JSON.stringify(body.Data), risk: JSON.stringify(body.Risk) };

  test('is valid in the form of v4.0', () => {
    const read = form.fromStored(requestOf(stored));
    const version = V4_0.families.find((each) => each.family.consents === family);
    const { schemas } = expectDefined(version, family);
    const value = JSON.parse(JSON.stringify(read)) as unknown;
    const { issues = [] } = schemas.consent.request.safeParse(value).error ?? {};
    const isOfVrp = ({ path }: { path: PropertyKey[] }) =>
      family === 'domestic-vrp-consents' && path.some((name) => OF_V4_ONLY.includes(String(name)));
    expect(issues.filter((issue) => !isOfVrp(issue))).toEqual([]);
  });

  test('loses nothing on the way to v4.0 and back', () => {
    const back = form.toStored(form.fromStored(requestOf(stored))) as { Data: object };
    expect(withoutAddressTypes(back.Data)).toMatchObject(withoutAddressTypes(body.Data) as object);
  });
});

test('there are fixtures of all families', () => {
  expect(new Set(VALID.map(({ family }) => family))).toEqual(new Set(Object.keys(FORMS)));
});

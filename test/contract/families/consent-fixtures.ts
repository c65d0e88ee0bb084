import { readdirSync, readFileSync } from 'node:fs';
import { FAMILIES } from '../../../src/families/index.ts';
import { addDays } from '../../../src/shared/time.ts';

const FOLDER = new URL('../../../fixtures/consents/', import.meta.url);

/** The date of the service's clock in the tests. */
const TODAY = '2026-12-01';

/** The body of a request for a consent, and the faults that the service must find in it. */
export interface ConsentFixture {
  /** The API resource to which the request is sent, for example `domestic-payment-consents`. */
  readonly family: string;
  /** Name of the fixture for failure reports, for example `valid/title-of-the-file`. */
  readonly name: string;
  readonly title: string;
  readonly body: unknown;
  /** All faults that the service must find. Empty if the body is valid. */
  readonly expected: readonly { readonly code: string; readonly path?: string }[];
}

type Written = Pick<ConsentFixture, 'title' | 'body'> & Partial<Pick<ConsentFixture, 'expected'>>;

/** The fixtures of all families. fixtures/README.md describes them. */
export const CONSENT_FIXTURES: readonly ConsentFixture[] = FAMILIES.flatMap(({ name, consents }) =>
  ['valid', 'rejected'].flatMap((kind) =>
    readdirSync(new URL(`${name}/${kind}/`, FOLDER)).map((file) => {
      const text = readFileSync(new URL(`${name}/${kind}/${file}`, FOLDER), 'utf8');
      const written = JSON.parse(fillDates(text)) as Written;
      const title = `${kind}/${file.replace('.json', '')}`;
      return { family: consents, name: title, expected: [], ...written };
    }),
  ),
);

/** Replaces each `{{today+3}}` by the date three days after the service's date. */
function fillDates(text: string): string {
  return text.replace(/\{\{today([+-]\d+)?\}\}/g, (_, days?: string) =>
    addDays(TODAY, Number(days ?? 0)),
  );
}

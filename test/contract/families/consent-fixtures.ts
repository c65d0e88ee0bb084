import { readdirSync, readFileSync } from 'node:fs';
import { FAMILIES } from '../../../src/families/index.ts';
import { addDays } from '../../../src/shared/time.ts';

const FOLDER = new URL('../../../fixtures/consents/', import.meta.url);

/** The day of the tests' service. */
const TODAY = '2026-12-01';

/** A body of a request for a consent, and what the service is to say to it. */
export interface ConsentFixture {
  /** The resource that it is sent to: `domestic-payment-consents`. */
  readonly family: string;
  /** `valid/title-of-the-file`, for the report of a failure. */
  readonly name: string;
  readonly title: string;
  readonly body: unknown;
  /** Every fault, exactly; none of a valid one. */
  readonly expected: readonly { readonly code: string; readonly path?: string }[];
}

type Written = Pick<ConsentFixture, 'title' | 'body'> & Partial<Pick<ConsentFixture, 'expected'>>;

/** All fixtures of all families; fixtures/README.md describes them. */
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

/** `{{today+3}}` as the date three days after the service's today. */
function fillDates(text: string): string {
  return text.replace(/\{\{today([+-]\d+)?\}\}/g, (_, days?: string) =>
    addDays(TODAY, Number(days ?? 0)),
  );
}

import { readdirSync, readFileSync } from 'node:fs';
import { FAMILIES } from '../../../src/families/index.ts';
import { addDays } from '../../../src/shared/time.ts';

const FOLDER = new URL('../../../fixtures/consents/', import.meta.url);

/** The current day of the service in tests. */
const TODAY = '2026-12-01';

/** The body of a consent request and the expected result. */
export interface ConsentFixture {
  /** The resource that receives it, for example `domestic-payment-consents`. */
  readonly family: string;
  /** For example `valid/title-of-the-file`, for failure reports. */
  readonly name: string;
  readonly title: string;
  readonly body: unknown;
  /** All expected faults. Empty for a valid body. */
  readonly expected: readonly { readonly code: string; readonly path?: string }[];
}

type Written = Pick<ConsentFixture, 'title' | 'body'> & Partial<Pick<ConsentFixture, 'expected'>>;

/** All fixtures of all families, described in fixtures/README.md. */
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

/** Replaces `{{today+3}}` by the date three days after the current day of the service. */
function fillDates(text: string): string {
  return text.replace(/\{\{today([+-]\d+)?\}\}/g, (_, days?: string) =>
    addDays(TODAY, Number(days ?? 0)),
  );
}

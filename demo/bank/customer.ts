import { join } from 'node:path';
import { callbackParameters } from '../../test-client/authorisation.ts';
import { sandboxPki } from '../../src/sandbox/pki/paths.ts';
import { DelegatedCustomer } from '../../test/helpers/delegated-customer.ts';
import type { Place } from '../../test/helpers/secure-browser.ts';
import { expect, expectEqual } from '../expect.ts';
import { left, wrap, type Screen } from '../terminal.ts';
import type { Bank } from './bank.ts';

/** The customer's user name at the OpenID Provider. Clara works for Northwind. */
const USER = 'clara';

/** Widths of the columns of a page. */
const LABEL_COLUMNS = 18;
const VALUE_COLUMNS = 58;

/** A page with a headline and labelled lines. */
interface Shown {
  readonly headline: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
}

/** Pages that the customer has seen. */
export interface Approved {
  /** The authorization code for the TPP. */
  readonly code: string;
  /** The page of the OpenID Provider on which she confirmed. */
  readonly confirmed: Shown;
}

/**
 * Opens the TPP's authorisation request as the customer, signs in at the OpenID Provider and
 * confirms the approval there. Shows what the pages say.
 */
export async function approveAtBank(
  screen: Screen,
  { service, systems }: Bank,
  url: string,
  account: string,
): Promise<Approved> {
  const { issuerUrl, apiUrl, directory } = service;
  const pki = sandboxPki(join(directory, 'pki'));
  const nextCodeOf = () => Promise.reject(new Error('This bank has no one-time codes.'));
  const customer = new DelegatedCustomer({
    service: { issuerUrl, apiUrl, pki, nextCodeOf },
    issuer: systems.provider.url,
  });
  const arrived = await customer.browser.follow(url);
  const leaving = await customer.fill(arrived, 'password', {});
  let place: Place = await customer.comeBack(await customer.confirm(leaving, USER));
  if (place.reply.text.includes('Choose the account')) {
    place = await customer.fill(place, 'account', { account });
  }
  screen.paragraph('Clara signs in at the OpenID Provider. The page of the service says:');
  const page = shownBy(place.reply.text);
  showPage(screen, page, ['From account', 'Name check', 'Name checks', 'Payments', 'Balance']);
  const { origin, pathname } = new URL(arrived.url);
  const toApprove = await customer.browser.follow(`${origin}${pathname}/approve`);
  const back = await customer.confirm(await customer.fill(toApprove, 'approve', {}), USER);
  const confirmed = shownBy(back.shown);
  screen.line();
  screen.paragraph('She continues to the OpenID Provider, which asks her to confirm:');
  showPage(screen, confirmed);
  expectEqual('The headline at the provider', confirmed.headline, page.headline);
  const end = await customer.comeBack(back);
  const { code } = callbackParameters(end.url);
  expect(code !== undefined, `The approval ended at ${end.url}.`);
  return { code, confirmed };
}

function showPage(screen: Screen, { headline, rows }: Shown, labels?: readonly string[]): void {
  screen.line();
  screen.paragraph(headline, { indent: 2, style: 'bold' });
  for (const [label, value] of rows) {
    if (labels !== undefined && !labels.includes(label)) continue;
    const parts = value.split('\n').flatMap((line) => wrap(line, VALUE_COLUMNS));
    for (const [index, part] of parts.entries()) {
      screen.line(`  ${left(index === 0 ? label : '', LABEL_COLUMNS)}${part}`);
    }
  }
}

/** Returns the headline and the labelled lines of a page. */
function shownBy(html: string): Shown {
  const [, headline = ''] = /<p(?: class="headline")?>(?:<strong>)?(.*?)(?:<\/strong>)?<\/p>/.exec(
    html.slice(Math.max(0, html.search(/<p class="headline">|<p><strong>£/))),
  ) ?? [''];
  const found = html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs);
  const rows = [...found].map(([, label = '', value = '']): [string, string] => [
    textOf(label),
    textOf(value.replaceAll(/<\/p>|<br>/g, '\n')).trim(),
  ]);
  return { headline: textOf(headline), rows };
}

/** Returns the text of HTML without its tags. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

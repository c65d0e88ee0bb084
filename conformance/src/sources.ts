const SITE = 'https://openbankinguk.github.io/read-write-api-site3';

/** A document of the standard, with its page in each version. */
export interface Source {
  readonly title: string;
  /** Path below the site of the standard, without the version. Undefined for another publisher. */
  readonly path?: string;
  readonly url?: string;
}

/** The documents that scenarios cite. */
export const SOURCES: Readonly<Record<string, Source>> = {
  profile: {
    title: 'Read/Write Data API Profile',
    path: 'profiles/read-write-data-api-profile.html',
  },
  pis: {
    title: 'Payment Initiation API Profile',
    path: 'profiles/payment-initiation-api-profile.html',
  },
  consents: {
    title: 'File Payment Consents',
    path: 'resources-and-data-models/pisp/file-payment-consents.html',
  },
  payments: {
    title: 'File Payments',
    path: 'resources-and-data-models/pisp/file-payments.html',
  },
  domestic: {
    title: 'Domestic Payment Consents',
    path: 'resources-and-data-models/pisp/domestic-payment-consents.html',
  },
  formats: {
    title: 'Domestic Payment Message Formats',
    path: 'references/domestic-payment-message-formats.html',
  },
  openapi: {
    title: 'OpenAPI of Payment Initiation',
    url: 'https://github.com/OpenBankingUK/read-write-api-specs',
  },
  rfc9110: { title: 'RFC 9110', url: 'https://www.rfc-editor.org/rfc/rfc9110' },
  rfc9112: { title: 'RFC 9112', url: 'https://www.rfc-editor.org/rfc/rfc9112' },
  rfc8705: { title: 'RFC 8705', url: 'https://www.rfc-editor.org/rfc/rfc8705' },
};

/** Number of the standard's release whose pages describe a version. */
const RELEASES = { 'v3.1': 'v3.1.9', 'v4.0': 'v4.0' } as const;

/** Returns title, section and address of a scenario's source. */
export function sourceOf(text: string, version: keyof typeof RELEASES) {
  const [key = '', ...rest] = text.split(': ');
  const { title, path, url } = SOURCES[key] ?? { title: key };
  const page = path === undefined ? (url ?? '') : `${SITE}/${RELEASES[version]}/${path}`;
  return { title, section: rest.join(': '), url: page };
}

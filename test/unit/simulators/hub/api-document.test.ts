import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string =>
  readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), 'utf8');

const page = read('payment-hub-api.md');
const { paths } = JSON.parse(read('schemas/payment-hub-api.openapi.json')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

describe('docs/payment-hub-api.md', () => {
  it('has an example of each operation of the OpenAPI document, and of no other', () => {
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/, '{id}')}`),
    );
    const examples = [...page.matchAll(/^([A-Z]+) (\/\w+)(\/[^ ?]+)?\S* HTTP\/1\.1$/gm)].map(
      ([, method = '', path = '', id]) => `${method} ${path}${id === undefined ? '' : '/{id}'}`,
    );
    expect(examples.sort()).toEqual(operations.sort());
  });

  it('has the same digest in hex and in Content-Digest', () => {
    const encoded = [...page.matchAll(/sha-256=:(.+?):/g)].map(([, digest = '']) =>
      Buffer.from(digest, 'base64').toString('hex'),
    );
    const hex = [...page.matchAll(/"sha256": ?"([0-9a-f]{64})"/g)].map(([, digest]) => digest);
    expect(encoded).toEqual(hex);
  });
});

import { describe, expect, it } from 'vitest';
import {
  MAX_ROWS_IN_PART,
  packDirectory,
  unpackDirectory,
} from '../../../../src/auth/directory/parts.ts';
import type { DirectoryOrganisation } from '../../../../src/domain/records/access.ts';

let thumbprints = 0;

/** Returns an organisation whose pieces of software have these numbers of certificates. */
function organisationOf(id: string, ...certificates: readonly number[]) {
  return {
    ...{ id, name: id, status: 'Active', roles: ['PISP'] },
    software: certificates.map((count, index) => ({
      ...{ id: `${id}-${String(index)}`, name: id, status: 'Active', roles: ['PISP'] },
      ...{ redirectUris: [], keys: [] },
      certificates: Array.from({ length: count }, () => {
        thumbprints += 1;
        return { thumbprint: String(thumbprints).padStart(43, '0'), status: 'Active' };
      }),
    })),
  };
}

function packed(...organisations: readonly object[]) {
  const read = packDirectory(JSON.stringify({ organisations }));
  if ('problems' in read) throw new Error(read.problems.join(' '));
  return read;
}

function rowsOf(part: string): number {
  const organisations = JSON.parse(part) as readonly DirectoryOrganisation[];
  return organisations
    .flatMap(({ software }) => [0, ...software.map(({ certificates }) => certificates.length)])
    .reduce((rows, certificates) => rows + 1 + certificates, 0);
}

describe('a directory passed between threads', () => {
  it.each([
    ['no organisation', []],
    [
      'many small organisations',
      Array.from({ length: 1000 }, (_, at) => organisationOf(`o${String(at)}`)),
    ],
    [
      'one organisation with much software',
      [organisationOf('o', ...Array.from({ length: 300 }, () => 7))],
    ],
    [
      'small and large organisations',
      [organisationOf('a', 90, 150, 2), organisationOf('b'), organisationOf('c', 5)],
    ],
  ])('arrives unchanged: %s', (_, organisations) => {
    const { parts, leftOut } = packed(...organisations);
    const arrived = [...unpackDirectory({ parts, leftOut }).organisations];
    const software = arrived.flatMap((one) => one.software);
    expect(software).toEqual(organisations.flatMap((one) => one.software));
    expect([...new Set(arrived.map(({ id }) => id))]).toEqual(organisations.map(({ id }) => id));
    expect(Math.max(0, ...parts.map(rowsOf))).toBeLessThanOrEqual(MAX_ROWS_IN_PART);
  });

  it('has a separate part for software with more certificates than the maximum of rows', () => {
    const { parts } = packed(organisationOf('a', 1, 1000, 1));
    expect(parts.map(rowsOf)).toEqual([3, 1002, 3]);
  });

  it('reports problems and excluded organisations', () => {
    expect(packDirectory('{}')).toHaveProperty('problems');
    const hidden = { ...organisationOf('h'), name: 'h\u202E' };
    expect(packed(hidden, organisationOf('o')).leftOut).toHaveLength(1);
  });
});

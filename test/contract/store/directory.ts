import { describe, expect, it } from 'vitest';
import type { DirectoryOrganisation } from '../../../src/domain/records/access.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { ACT, BANK, organisation, tokenOf, withStore, type OpenStore } from './fixtures.ts';
import { BOUND, CERTIFICATE, goodTokens, issueBound, register } from './registrations.ts';

const [ONE, , AISP] = BANK.directory;
const LISTED = expectDefined(ONE, 'organisation one');

/** Organisations that are more than one transaction changes. */
const MANY = 600;

/** Organisation one, with its only software otherwise. */
function withSoftware(
  rest: Partial<DirectoryOrganisation['software'][number]>,
): DirectoryOrganisation {
  return { ...LISTED, software: LISTED.software.map((software) => ({ ...software, ...rest })) };
}

const SHUT_OUT: readonly (readonly [string, readonly DirectoryOrganisation[]])[] = [
  ['its organisation is suspended', [{ ...LISTED, status: 'Suspended' }]],
  ['its organisation is withdrawn', [{ ...LISTED, status: 'Withdrawn' }]],
  ['its organisation is a PISP no longer', [{ ...LISTED, roles: ['AISP', 'CBPII'] }]],
  ['its software is inactive', [withSoftware({ status: 'Inactive' })]],
  ['its software may initiate payments no longer', [withSoftware({ roles: ['AISP'] })]],
  ['its software is listed no longer', [{ ...LISTED, software: [] }]],
  ['its organisation is listed no longer', []],
];

function directorySuite(open: OpenStore): void {
  describe('the directory', () => {
    it(
      'is known as it was told',
      withStore(open, async (store) => {
        const { software, ...owner } = LISTED;
        expect(await store.findSoftware('software of one')).toEqual({
          software: software[0],
          organisation: owner,
          isAdmitted: true,
        });
        expect(await store.findSoftware('software of lapsed')).toMatchObject({ isAdmitted: false });
        expect(await store.findSoftware('software of aisp')).toMatchObject({ isAdmitted: false });
        expect(await store.findSoftware('one')).toBeUndefined();
      }),
    );

    it(
      'knows whose a certificate is, of those who may come in',
      withStore(open, async (store) => {
        const holders = [[CERTIFICATE, 'one']];
        expect([...(await store.listHolders())]).toEqual(expect.arrayContaining(holders));
        expect([...(await store.listHolders()).values()]).not.toContain('aisp');
        expect([...(await store.listHolders()).values()]).not.toContain('lapsed');
        await store.replaceDirectory([withSoftware({ certificates: [] })], ACT);
        expect([...(await store.listHolders()).keys()]).not.toContain(CERTIFICATE);
        await store.replaceDirectory([], ACT);
        expect([...(await store.listHolders())]).toEqual([]);
      }),
    );

    it(
      'tells what became otherwise, and writes that down',
      withStore(open, async (store) => {
        const nothing = { changed: [], admitted: [], shutOut: [], revoked: [] };
        expect(await store.replaceDirectory(BANK.directory, ACT)).toEqual(nothing);
        expect((await store.auditHead()).sequence).toBe(0);
        const next = [withSoftware({ certificates: [] }), organisation('lapsed', 'PISP')];
        expect(await store.replaceDirectory(next, ACT)).toEqual({
          changed: ['aisp', 'lapsed', 'software of aisp', 'software of one'],
          admitted: ['software of lapsed'],
          shutOut: [],
          revoked: ['certificate of aisp', CERTIFICATE],
        });
        expect((await store.auditHead()).sequence).toBe(1);
        expect(await store.replaceDirectory([], ACT)).toMatchObject({
          shutOut: ['software of lapsed', 'software of one'],
        });
        expect(await store.findSoftware('software of one')).toMatchObject({
          software: { status: 'Inactive' },
          organisation: { status: 'Withdrawn' },
          isAdmitted: false,
        });
      }),
    );

    it(
      'takes a change of a few as a whole or not at all',
      withStore(open, async (store) => {
        const broken = [organisation('new', 'PISP'), { ...LISTED, status: undefined }];
        // Not a state that the types allow: what is tested is the transaction.
        const replacing = store.replaceDirectory(broken as never, ACT);
        await expect(replacing).rejects.toThrow(/not null|23502/i);
        expect(await store.findSoftware('software of new')).toBeUndefined();
        expect(await store.findSoftware('software of one')).toMatchObject({ isAdmitted: true });
      }),
    );

    it(
      'takes a large change in portions, and goes on where one broke off',
      withStore(open, async (store) => {
        const many = Array.from({ length: MANY }, (_, place) =>
          organisation(`n${String(place)}`, 'PISP'),
        );
        const suspended = { ...LISTED, status: 'Suspended' };
        const broken = [...many, suspended, { ...organisation('broken', 'PISP'), roles: [1n] }];
        await issueBound(store);
        await store.saveToken(tokenOf('free'));
        await expect(store.replaceDirectory(broken as never, ACT)).rejects.toThrow('BigInt');
        expect(await goodTokens(store)).toEqual([true, true]);
        const unfit = [...many, suspended, { ...organisation('unfit', 'PISP'), status: undefined }];
        await expect(store.replaceDirectory(unfit as never, ACT)).rejects.toThrow(
          /not null|23502/i,
        );
        // Whoever is not listed or not good any more goes first.
        expect(await goodTokens(store)).toEqual([false, false]);
        expect(await store.findSoftware('software of aisp')).toMatchObject({
          organisation: { status: 'Withdrawn' },
        });
        const before = (await store.auditHead()).sequence;
        expect(before).toBeGreaterThan(0);
        const { changed } = await store.replaceDirectory([LISTED, ...many], ACT);
        expect(changed).toContain(`software of n${String(MANY - 1)}`);
        expect(changed).not.toContain('n0');
        expect((await store.auditHead()).sequence).toBeGreaterThan(before);
        expect((await store.replaceDirectory([LISTED, ...many], ACT)).changed).toEqual([]);
      }),
    );

    it(
      'takes an organisation in parts',
      withStore(open, async (store) => {
        const other = expectDefined(organisation('other', 'PISP').software[0], 'its software');
        const parts = [LISTED, { ...LISTED, software: [other] }];
        const { changed, shutOut } = await store.replaceDirectory(parts, ACT);
        expect(changed).toContain('software of other');
        expect(changed).not.toContain('one');
        expect(shutOut).toEqual([]);
      }),
    );

    it(
      'lets software go to another organisation, certificates included',
      withStore(open, async (store) => {
        await issueBound(store);
        const heir = { ...organisation('heir', 'PISP'), software: LISTED.software };
        await store.replaceDirectory([heir], ACT);
        expect(await store.findSoftware('software of one')).toMatchObject({
          organisation: { id: 'heir' },
          isAdmitted: true,
        });
        expect(await store.findGrant('bound')).toMatchObject(BOUND.grant);
      }),
    );
  });

  describe.each(SHUT_OUT)('a TPP of which %s', (_, directory) => {
    it(
      'is shut out at once with all its tokens, until it is back',
      withStore(open, async (store) => {
        await issueBound(store);
        await store.saveToken(tokenOf('free'));
        expect(await goodTokens(store)).toEqual([true, true]);
        const change = await store.replaceDirectory(directory, ACT);
        expect(change.shutOut).toEqual(['software of one']);
        expect(await goodTokens(store)).toEqual([false, false]);
        await store.replaceDirectory(BANK.directory, ACT);
        expect(await goodTokens(store)).toEqual([true, true]);
      }),
    );
  });
}

function boundTokensSuite(open: OpenStore): void {
  describe('a token that is bound to a certificate', () => {
    it.each([
      [
        'is revoked',
        withSoftware({ certificates: [{ thumbprint: CERTIFICATE, status: 'Revoked' }] }),
      ],
      ['is listed no longer', withSoftware({ certificates: [] })],
    ])('ends when the certificate %s, and no other does', (_, owner) =>
      withStore(open, async (store) => {
        await issueBound(store);
        await store.saveToken(tokenOf('free'));
        const { revoked } = await store.replaceDirectory([owner], ACT);
        expect(revoked).toContain(CERTIFICATE);
        expect(await goodTokens(store)).toEqual([false, true]);
      })(),
    );

    it(
      'is good with a certificate of the same software alone',
      withStore(open, async (store) => {
        await register(store, 'tpp-one');
        const other = expectDefined(AISP, 'organisation aisp');
        await store.replaceDirectory([LISTED, { ...other, roles: ['PISP'] }], ACT);
        await store.saveToken(tokenOf('bound', { certificate: 'certificate of aisp' }));
        await store.saveToken(tokenOf('unknown', { certificate: 'unknown' }));
        expect(await store.findGrant('bound')).toBeUndefined();
        expect(await store.findGrant('unknown')).toBeUndefined();
      }),
    );

    it(
      'is nothing without a registration of its client',
      withStore(open, async (store) => {
        await store.saveToken(BOUND);
        expect(await store.findGrant('bound')).toBeUndefined();
      }),
    );
  });
}

/** Who may come in, and with what. */
export function accessOfTppsSuite(open: OpenStore): void {
  directorySuite(open);
  boundTokensSuite(open);
}

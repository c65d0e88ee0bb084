import { describe, expect, it } from 'vitest';
import type { DirectoryOrganisation } from '../../../src/domain/records/access.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { ACT, BANK, organisation, tokenOf, withStore, type OpenStore } from './fixtures.ts';
import { BOUND, CERTIFICATE, validTokens, issueBound, register } from './registrations.ts';

const [ONE, , AISP] = BANK.directory;
const LISTED = expectDefined(ONE, 'organisation one');

/** Number of organisations that exceeds one transaction. */
const MANY = 600;

/** Organisation one, with changes to its only software. */
function withSoftware(
  rest: Partial<DirectoryOrganisation['software'][number]>,
): DirectoryOrganisation {
  return { ...LISTED, software: LISTED.software.map((software) => ({ ...software, ...rest })) };
}

const REJECTED: readonly (readonly [string, readonly DirectoryOrganisation[]])[] = [
  ['its organisation is suspended', [{ ...LISTED, status: 'Suspended' }]],
  ['its organisation is withdrawn', [{ ...LISTED, status: 'Withdrawn' }]],
  ['its organisation is no longer a PISP', [{ ...LISTED, roles: ['AISP', 'CBPII'] }]],
  ['its software is inactive', [withSoftware({ status: 'Inactive' })]],
  ['its software may no longer initiate payments', [withSoftware({ roles: ['AISP'] })]],
  ['its software is no longer listed', [{ ...LISTED, software: [] }]],
  ['its organisation is no longer listed', []],
];

function directorySuite(open: OpenStore): void {
  describe('the directory', () => {
    it(
      'returns organisations and software as they were listed',
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
      'lists the certificates of admitted TPPs with their organisations',
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
      'returns the changes and records them in the audit log',
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
      'applies a small change completely or not at all',
      withStore(open, async (store) => {
        const broken = [organisation('new', 'PISP'), { ...LISTED, status: undefined }];
        // A missing status, which the types forbid, makes the transaction fail.
        const replacing = store.replaceDirectory(broken as never, ACT);
        await expect(replacing).rejects.toThrow(/not null|23502/i);
        expect(await store.findSoftware('software of new')).toBeUndefined();
        expect(await store.findSoftware('software of one')).toMatchObject({ isAdmitted: true });
      }),
    );

    it(
      'applies a large change in portions and resumes after a failed one',
      withStore(open, async (store) => {
        const many = Array.from({ length: MANY }, (_, index) =>
          organisation(`n${String(index)}`, 'PISP'),
        );
        const suspended = { ...LISTED, status: 'Suspended' };
        const broken = [...many, suspended, { ...organisation('broken', 'PISP'), roles: [1n] }];
        await issueBound(store);
        await store.saveToken(tokenOf('free'));
        await expect(store.replaceDirectory(broken as never, ACT)).rejects.toThrow('BigInt');
        expect(await validTokens(store)).toEqual([true, true]);
        const unfit = [...many, suspended, { ...organisation('unfit', 'PISP'), status: undefined }];
        await expect(store.replaceDirectory(unfit as never, ACT)).rejects.toThrow(
          /not null|23502/i,
        );
        // Withdrawals are applied first.
        expect(await validTokens(store)).toEqual([false, false]);
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
      'accepts an organisation in several parts',
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
      'lets software and its certificates move to another organisation',
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

  describe.each(REJECTED)('a TPP when %s', (_, directory) => {
    it(
      'is rejected at once with all its tokens until it is admitted again',
      withStore(open, async (store) => {
        await issueBound(store);
        await store.saveToken(tokenOf('free'));
        expect(await validTokens(store)).toEqual([true, true]);
        const change = await store.replaceDirectory(directory, ACT);
        expect(change.shutOut).toEqual(['software of one']);
        expect(await validTokens(store)).toEqual([false, false]);
        await store.replaceDirectory(BANK.directory, ACT);
        expect(await validTokens(store)).toEqual([true, true]);
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
      ['is no longer listed', withSoftware({ certificates: [] })],
    ])('becomes invalid when the certificate %s, and other tokens stay valid', (_, owner) =>
      withStore(open, async (store) => {
        await issueBound(store);
        await store.saveToken(tokenOf('free'));
        const { revoked } = await store.replaceDirectory([owner], ACT);
        expect(revoked).toContain(CERTIFICATE);
        expect(await validTokens(store)).toEqual([false, true]);
      })(),
    );

    it(
      'is valid only with a certificate of the same software',
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
      'is invalid without a registration of its client',
      withStore(open, async (store) => {
        await store.saveToken(BOUND);
        expect(await store.findGrant('bound')).toBeUndefined();
      }),
    );
  });
}

/** Tests of the directory and of tokens that are bound to certificates. */
export function directorySuites(open: OpenStore): void {
  directorySuite(open);
  boundTokensSuite(open);
}

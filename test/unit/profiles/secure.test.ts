import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { secureProfile } from '../../../src/profiles/secure.ts';
import type { SecureConfig } from '../../../src/config/config.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { openSqliteStore } from '../../../src/store/sqlite/index.ts';
import { inFolder, NOW } from '../../contract/store/fixtures.ts';

const HASH = `$scrypt$ln=15,r=8,p=3$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const SECRET = 'A'.repeat(32);

function write(
  path: string,
  version: number,
  userIds: readonly string[],
  sortCode = '203040',
  secrets: object = { passwordHash: HASH, totpSecret: SECRET },
) {
  const users = userIds.map((id) => ({
    ...{ id, customerId: 'acme', mayUploadFiles: true, userLimit: null, ...secrets },
  }));
  const customers = [{ id: 'acme', name: 'Acme', segment: 'corporate', companyLimit: null }];
  const bank = { version, sortCodes: [sortCode], customers, users, accounts: [] };
  writeFileSync(path, JSON.stringify(bank));
}

it("starts with an older or different bank's file, and logs that it is not applied", () =>
  inFolder(async (directory) => {
    const bankFile = join(directory, 'bank.json');
    const profile = secureProfile({ bankFile } as SecureConfig, {
      ...{
        keysDirectory: undefined,
        core: undefined,
        certificateHeader: undefined,
        consoleUrl: undefined,
        signInIssuer: null,
      },
    });
    const store = openSqliteStore(join(directory, 'bank.db'), () => NOW);
    const events: ServiceEvent[] = [];
    const start = () => profile.seedDatabase(store, NOW, (event) => events.push(event));

    write(bankFile, 2, ['ada']);
    expect(await start()).toEqual(['203040']);
    await start();
    write(bankFile, 1, ['ada', 'fired'], '999999');
    expect(await start()).toEqual(['203040']);
    write(bankFile, 2, ['ada', 'fired'], '999999');
    expect(await start()).toEqual(['203040']);

    expect(await store.findCredential('fired')).toBeUndefined();
    expect(events).toMatchObject([
      { kind: 'bankFileApplied', version: 2, previousVersion: null },
      { kind: 'bankFileNotApplied', reason: 'older', version: 1, appliedVersion: 2 },
      { kind: 'bankFileNotApplied', reason: 'different', version: 2, appliedVersion: 2 },
    ]);
    expect(JSON.stringify(events)).not.toContain('AAAA');
    expect((await store.auditHead()).sequence).toBe(1);
    await store.close();
  }));

it('accepts users without passwords only if they sign in at the bank, and finds them there', () =>
  inFolder(async (directory) => {
    const bankFile = join(directory, 'bank.json');
    const store = openSqliteStore(join(directory, 'bank.db'), () => NOW);
    const start = (signInIssuer: string | null) =>
      secureProfile({ bankFile } as SecureConfig, {
        ...{
          keysDirectory: undefined,
          core: undefined,
          certificateHeader: undefined,
          consoleUrl: undefined,
          signInIssuer,
        },
      }).seedDatabase(store, NOW, () => undefined);

    write(bankFile, 1, ['ada', 'fired'], '203040', {});
    await expect(start(null)).rejects.toThrow('users[0].passwordHash: It is missing.');
    for (const [name, value] of Object.entries({ passwordHash: HASH, totpSecret: SECRET })) {
      write(bankFile, 1, ['ada'], '203040', { [name]: value });
      const missing = name === 'totpSecret' ? 'passwordHash' : 'totpSecret';
      await expect(start('https://idp.example')).rejects.toThrow(
        `users[0].${missing}: It is missing. Set passwordHash and totpSecret, or none of them.`,
      );
    }
    write(bankFile, 1, ['ada', 'fired'], '203040', {});
    await start('https://idp.example');
    expect(await store.findUserBySubject('fired')).toBe('fired');
    write(bankFile, 2, ['ada'], '203040', {});
    await start('https://idp.example');
    expect(await store.findUserBySubject('ada')).toBe('ada');
    expect(await store.findUserBySubject('fired')).toBeUndefined();
    await store.close();
  }));

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { backupRoutes } from '../../../../src/ops/commands/backup.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { contentPath } from '../../../../src/store/files/content.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { ACT, consentOf, factsOf, keyOf, NOW } from '../../../contract/store/fixtures.ts';
import { makePipe } from '../../../helpers/pipe.ts';
import { run, withData, withService } from '../fixtures.ts';

describe('a backup', () => {
  it(
    'of a running service contains its database, files and keys',
    withService(async ({ directory, folder, store, addFile }) => {
      const path = await addFile('c', 'a payment file');
      await store.createConsent(consentOf('d'), keyOf('d'), ACT);
      writeFileSync(`${folder}/files/stray`, 'not of the database');
      const target = `${directory}/backup`;
      const said = await run('backup', [target], folder);
      const { sequence, hash } = await store.auditHead();
      expect(said).toContain(`1 payment files; ${String(sequence)} audit entries, head ${hash}`);
      expect(said).not.toContain('not running');
      expect(readdirSync(target).sort()).toEqual(['backup.json', 'files', 'pki', 'service.db']);
      expect(readFileSync(path.replace(folder, target), 'utf8')).toBe('a payment file');
      expect(readFileSync(`${target}/pki/tpp/one.pem`, 'utf8')).toBe('a certificate');
      expect(existsSync(`${target}/files/stray`)).toBe(false);
      expect(existsSync(`${target}.partial`)).toBe(false);
      const copy = openSqliteStore(`${target}/service.db`, () => NOW);
      expect(await copy.findConsent('c')).toEqual(await store.findConsent('c'));
      expect(await copy.findConsent('d')).toEqual(await store.findConsent('d'));
      await copy.close();
    }),
  );

  it(
    'of a stopped service contains the same',
    withData(async ({ directory, folder, store, addFile }) => {
      await addFile('c', 'a payment file');
      await store.close();
      const said = await run('backup', [`${directory}/backup`], folder);
      expect(said).toContain('The service is not running');
      expect(said).toContain('Verified: 1 payment files');
      const json = await run('backup', [`${directory}/other`, '--json'], folder);
      expect(JSON.parse(json)).toMatchObject({ folder: `${directory}/other`, files: 1 });
    }),
  );

  it(
    'under load contains everything acknowledged before it started, with balanced books',
    withService(async ({ directory, folder, store }) => {
      const idOf = (number: number): string => `c${String(number)}`;
      let [acknowledged, isOver] = [0, false];
      const write = async (): Promise<void> => {
        while (!isOver) {
          const places = Array.from({ length: 50 }, (_, place) => idOf(acknowledged + place));
          await Promise.all(places.map((id) => store.createConsent(consentOf(id), keyOf(id), ACT)));
          acknowledged += places.length;
        }
      };
      const writing = write();
      while (acknowledged < 500) await new Promise((resolve) => setTimeout(resolve, 1));
      const before = acknowledged;
      await run('backup', [`${directory}/backup`], folder);
      const after = acknowledged;
      isOver = true;
      await writing;
      expect(after).toBeGreaterThan(before);
      const copy = openSqliteStore(`${directory}/backup/service.db`, () => NOW);
      for (let number = 0; number < before; number += 1) {
        expect(await copy.findConsent(idOf(number))).toBeDefined();
      }
      expect(await copy.auditBooks()).toEqual([]);
      await copy.close();
    }),
  );

  it(
    'replaces the remains of a killed attempt',
    withService(async ({ directory, folder }) => {
      const target = `${directory}/backup`;
      mkdirSync(`${target}.partial/files`, { recursive: true });
      writeFileSync(`${target}.partial/service.db`, 'half');
      await run('backup', [target], folder);
      expect(existsSync(`${target}.partial`)).toBe(false);
      expect(existsSync(`${target}/backup.json`)).toBe(true);
    }),
  );

  it.each([
    [
      'is missing',
      (path: string) => {
        rmSync(path);
      },
      /^The payment file .* is missing/,
    ],
    [
      'was changed',
      (path: string) => {
        writeFileSync(path, 'forged');
      },
      /changed or is damaged/,
    ],
    [
      'is a pipe',
      (path: string) => {
        rmSync(path);
        makePipe(path);
      },
      /is not a regular file/,
    ],
  ])('fails when a payment file %s', (_, harm, refusal) =>
    withService(async ({ directory, folder, addFile }) => {
      harm(await addFile('c', 'a payment file'));
      await addFile('d', 'another');
      const refused = run('backup', [`${directory}/backup`], folder);
      await expect(refused).rejects.toThrow(refusal);
      await expect(refused).rejects.toMatchObject({ exitCode: 1 });
      expect(existsSync(`${directory}/backup`)).toBe(false);
    })(),
  );

  it(
    'refuses a path that is in use',
    withService(async ({ directory, folder }) => {
      mkdirSync(`${directory}/used/of-old`, { recursive: true });
      writeFileSync(`${directory}/file`, '');
      for (const used of ['used', 'file']) {
        const refused = run('backup', [`${directory}/${used}`], folder);
        await expect(refused).rejects.toThrow('is a file or a folder that is not empty');
      }
    }),
  );

  it(
    'refuses a path inside the data folder',
    withService(async ({ folder }) => {
      await expect(run('backup', [folder], folder)).rejects.toThrow(
        `${folder} is the folder to be copied. Name a folder outside it.`,
      );
      for (const target of [`${folder}/backup`, `${folder}/pki/../pki/backup`]) {
        await expect(run('backup', [target], folder)).rejects.toThrow('Name a folder outside it');
      }
      expect(readdirSync(folder)).not.toContain('backup');
    }),
  );

  it(
    'is created by only one of two simultaneous commands',
    withService(async ({ directory, folder, addFile }) => {
      await addFile('c', 'a payment file');
      const target = `${directory}/backup`;
      const both = [run('backup', [target], folder), run('backup', [target], folder)];
      const told = (await Promise.allSettled(both)).map((one) =>
        one.status === 'rejected' ? String(one.reason) : one.status,
      );
      expect(told).toContain('fulfilled');
      const refused = told.filter((one) => one !== 'fulfilled');
      expect(refused).toEqual([expect.stringMatching(/^CliError: Another command/)]);
      expect(readdirSync(directory).sort()).toEqual(['backup', 'data']);
    }),
    10_000,
  );

  it(
    'names a missing or invalid argument',
    withData(async ({ directory, folder }) => {
      await expect(run('backup', [], folder)).rejects.toThrow("missing required argument 'folder'");
      await expect(run('backup', ['--fast', 'x'], folder)).rejects.toThrow(
        "unknown option '--fast'",
      );
      const nowhere = run('backup', [`${directory}/b`], `${directory}/nothing`);
      await expect(nowhere).rejects.toThrow('Set PIS_DATA_DIR');
    }),
  );

  it(
    'fails when the service stops during the copy',
    withData(async ({ directory, folder, store }) => {
      const control = await openControl({
        path: dataFolder(folder).control,
        routes: [
          backupRoutes({
            backup: (to, onProgress) =>
              store.backup(to, (done, of) => {
                onProgress(done, of);
                void control.close();
              }),
          }),
        ],
        store,
        clock: () => NOW,
        observe: () => undefined,
      });
      const refused = run('backup', [`${directory}/backup`], folder);
      await expect(refused).rejects.toThrow('The service stopped or disconnected');
      expect(existsSync(`${directory}/backup`)).toBe(false);
    }),
  );

  it(
    'fails when another process has locked the database',
    withData(async ({ directory, folder }) => {
      const refused = run('backup', [`${directory}/backup`], folder);
      await expect(refused).rejects.toThrow('service.db is open in another process');
    }),
  );
});

describe('a restored data folder', () => {
  it(
    'contains the data of the backup',
    withService(async ({ directory, folder, store, addFile }) => {
      const path = await addFile('c', 'a payment file');
      await run('backup', [`${directory}/backup`], folder);
      const target = `${directory}/restored`;
      const said = await run('restore', [`${directory}/backup`, target]);
      expect(said).toContain('Restored as of 2026-03-02 10:00:00 GMT');
      expect(readFileSync(path.replace(folder, target), 'utf8')).toBe('a payment file');
      expect(readFileSync(`${target}/pki/tpp/one.pem`, 'utf8')).toBe('a certificate');
      const restored = openSqliteStore(dataFolder(target).database, () => NOW);
      expect(await restored.auditHead()).toEqual(await store.auditHead());
      expect(await restored.findFile('c')).toEqual(await store.findFile('c'));
      await restored.close();
    }),
  );

  it(
    'may be an empty folder, but not one with data',
    withService(async ({ directory, folder }) => {
      await run('backup', [`${directory}/backup`], folder);
      mkdirSync(`${directory}/empty`);
      await run('restore', [`${directory}/backup`, `${directory}/empty`]);
      expect(existsSync(`${directory}/empty/service.db`)).toBe(true);
      const again = run('restore', [`${directory}/backup`, folder]);
      await expect(again).rejects.toThrow('that is not empty');
    }),
  );

  it(
    'is not created from a folder that is not a backup',
    withService(async ({ directory, folder }) => {
      const target = `${directory}/restored`;
      await expect(run('restore', [folder, target])).rejects.toThrow('has no backup.json');
      await expect(run('restore', [folder])).rejects.toThrow(
        "missing required argument 'data-folder'",
      );
      expect(existsSync(target)).toBe(false);
    }),
  );

  it.each<[string, (backedUp: string) => void, RegExp]>([
    [
      'whose backup.json is invalid',
      (backedUp) => {
        writeFileSync(`${backedUp}/backup.json`, '{"madeAt":1}');
      },
      /is not valid/,
    ],
    [
      'with a changed payment file',
      (backedUp) => {
        writeFileSync(contentPath(`${backedUp}/files`, factsOf(EMPTY).sha256), 'x');
      },
      /changed or is damaged/,
    ],
    [
      'whose database was exchanged for an empty one',
      (backedUp) => {
        rmSync(`${backedUp}/service.db`);
      },
      /does not match its backup\.json/,
    ],
    [
      'with a damaged database',
      (backedUp) => {
        const bytes = readFileSync(`${backedUp}/service.db`);
        bytes.fill(0x5a, bytes.length / 2);
        writeFileSync(`${backedUp}/service.db`, bytes);
      },
      /damaged|malformed/,
    ],
  ])('is not created from a backup %s', (name, harm, refusal) =>
    withService(async ({ directory, folder, addFile }) => {
      await addFile('c', '');
      const backedUp = `${directory}/backup`;
      await run('backup', [backedUp], folder);
      harm(backedUp);
      if (name.includes('exchanged')) {
        await openSqliteStore(`${backedUp}/service.db`, () => NOW).close();
      }
      const target = `${directory}/restored`;
      await expect(run('restore', [backedUp, target])).rejects.toThrow(refusal);
      expect(existsSync(target)).toBe(false);
    })(),
  );
});

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { dataFolder } from '../../../src/config/data-folder.ts';
import { contentPath } from '../../../src/store/files/content.ts';
import { NOW } from '../../contract/store/fixtures.ts';
import { arrivalOf } from '../../contract/store/hub-messages.ts';
import { run, withData } from './fixtures.ts';

const DOCUMENT = '<Document/>';
const SHA256 = createHash('sha256').update(DOCUMENT).digest('hex');
/** A document whose bytes are in the database. It is no stored file. */
const SMALL = { sha256: 'a'.repeat(64), bytes: 11, content: Buffer.from(DOCUMENT) };

it(
  'documents of a payment hub are part of a backup, and verified like payment files',
  withData(async ({ directory, folder, store }) => {
    const path = contentPath(dataFolder(folder).files, SHA256);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, DOCUMENT);
    await store.addDelivery(
      { sha256: SHA256, bytes: DOCUMENT.length },
      arrivalOf('answer.xml'),
      NOW,
    );
    await store.addDelivery(SMALL, arrivalOf('small.xml'), NOW);
    await store.close();
    await run('backup', [`${directory}/backup`], folder);
    const copy = contentPath(dataFolder(`${directory}/backup`).files, SHA256);
    expect(readFileSync(copy, 'utf8')).toBe(DOCUMENT);

    expect(await run('audit', ['files'], folder)).toContain('1 payment files, all unchanged');
    rmSync(path);
    const lines: string[] = [];
    const verified = run('audit', ['files'], folder, { lines });
    await expect(verified).rejects.toThrow('1 of 1 payment files are damaged or missing.');
    expect(lines.join('\n')).toContain('It belongs to the payment hub.');
  }),
);

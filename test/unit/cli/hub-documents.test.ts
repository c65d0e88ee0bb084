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
/** Returns a document whose bytes are in the database. It is no stored file. */
function smallDocument(text: string) {
  const content = Buffer.from(text);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { sha256, bytes: content.length, content };
}

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
    await store.addDelivery(smallDocument('<Small/>'), arrivalOf('small.xml'), NOW);
    await store.close();
    await run('backup', [`${directory}/backup`], folder);
    const copy = contentPath(dataFolder(`${directory}/backup`).files, SHA256);
    expect(readFileSync(copy, 'utf8')).toBe(DOCUMENT);

    expect(await run('audit', ['files'], folder)).toMatch(
      /1 payment files, all unchanged.*1 documents in the database, all unchanged/s,
    );
    rmSync(path);
    const lines: string[] = [];
    const verified = run('audit', ['files'], folder, { lines });
    await expect(verified).rejects.toThrow('1 of 1 payment files are damaged or missing.');
    expect(lines.join('\n')).toContain('It belongs to the payment hub.');
  }),
);

it(
  'documents in the database are compared with their SHA-256, also in a backup',
  withData(async ({ directory, folder, store }) => {
    const changed = { ...smallDocument('<Small/>'), content: Buffer.from('<Smell/>') };
    await store.addDelivery(changed, arrivalOf('changed.xml'), NOW);
    // More documents than one query reads.
    for (let at = 0; at < 501; at += 1) {
      const whole = smallDocument(`<Document>${String(at)}</Document>`);
      await store.addDelivery(whole, arrivalOf(`${String(at)}.xml`), NOW);
    }
    await store.close();
    await run('backup', [`${directory}/backup`], folder);
    for (const data of [folder, `${directory}/backup`]) {
      const lines: string[] = [];
      const audited = run('audit', ['files', '--data', data], folder, { lines });
      await expect(audited).rejects.toThrow(
        /^1 of 502 documents in the database are damaged\. .*deliver each of them again/,
      );
      const location = `Document ${changed.sha256} (changed.xml) in the database`;
      expect(lines).toContain(`${location} was changed. It belongs to the payment hub.`);
    }
  }),
);

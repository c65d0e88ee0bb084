import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SearchTexts } from '../../../../src/domain/ports/search-index.ts';
import { openSearchSegments } from '../../../../src/store/search/look-up.ts';
import { writeSegment } from '../../../../src/workers/search-jobs.ts';
import { useSearchFiles } from '../../../helpers/search-files.ts';

const TEXTS: SearchTexts = {
  fields: [{ name: 'identification', text: 'E2E-1' }],
  names: ['Ann Smith'],
};

test('a look-up reads the blocks of all terms at once', async () => {
  const files = useSearchFiles();
  const segment = await writeSegment([{ kind: 'consent', id: 'one', texts: TEXTS }], files);
  let [reads, startedWithFirst] = [0, 0];
  const segments = openSearchSegments(async (file, position, bytes) => {
    // The directory, then the blocks of the two terms, then the sources.
    const number = (reads += 1);
    if (number === 2) {
      await setImmediate();
      startedWithFirst = reads - 1;
    }
    return files.readRange(file, position, bytes);
  });
  const found = await segments.lookUp(segment, [
    { kind: 'fields', fields: TEXTS.fields },
    { kind: 'words', words: 'ann' },
  ]);
  expect(found).toEqual([{ kind: 'consent', id: 'one' }]);
  expect(startedWithFirst).toBe(2);
});

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../src/config/data-folder.ts';
import { contentPath } from '../../src/store/files/content.ts';
import { Dice } from '../crash/random.ts';
import { bulkFile } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { Disk } from '../power/disk.ts';
import { sha256 } from '../power/facts.ts';
import { hasShim } from '../power/shim.ts';
import { useShim } from '../power/shimmed.ts';
import { answeredId, readTrace } from '../power/trace.ts';

/** Number of new folders that two files are stored in at the same time. */
const PAIRS = 8;
/** Delay of the second upload: the folder's own directory entry is being synced then. */
const BEHIND_MS = 60;
/** Time that a slow disk takes to sync a folder, in milliseconds. */
const SLOW_SYNC_MS = 150;

/**
 * Returns pairs of files. The files of a pair are stored in the same folder, and each pair in
 * another one.
 */
function pairs(): readonly (readonly Buffer[])[] {
  const folders = new Map<string, Buffer[]>();
  const isPair = (files: Buffer[]): boolean => files.length === 2;
  for (let at = 0; [...folders.values()].filter(isPair).length < PAIRS; at += 1) {
    const file = bulkFile(2, { EndToEndIdentification: `E${String(at)}` });
    const folder = sha256(file).slice(0, 2);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders.values()].filter(isPair);
}

describe.skipIf(!hasShim)('two simultaneous uploads to a new folder', () => {
  const { bench } = useShim();

  it('are acknowledged only after their files are durable', async () => {
    const { control, data, traces } = bench();
    const service = await bench().start({ PIS_FILE_THREADS: '2' });
    const tpp = await Tpp.signIn(service.origin);
    control.set('folderSyncMs', SLOW_SYNC_MS);
    const stored = new Map<string, string>();
    const upload = async (file: Buffer, consentId: string, afterMs: number): Promise<void> => {
      await wait(afterMs);
      const id = randomUUID();
      const headers = { 'x-fapi-interaction-id': id };
      expect((await tpp.upload(consentId, file, { headers })).status).toBe(200);
      stored.set(id, sha256(file));
    };
    for (const files of pairs()) {
      const ids = await Promise.all(files.map((file) => tpp.consentFor(file)));
      await Promise.all(
        files.map((file, index) => upload(file, ids[index] ?? '', index * BEHIND_MS)),
      );
    }
    await service.stop();

    const disk = new Disk({ root: data, dice: new Dice(1, 'unused') });
    const acknowledged: boolean[] = [];
    for (const operation of traces.flatMap((trace) => [...readTrace(trace)])) {
      disk.apply(operation);
      const id = operation.kind === 'answer' ? answeredId(operation) : undefined;
      const file = stored.get(id ?? '');
      if (file === undefined) continue;
      acknowledged.push(disk.holds(contentPath(dataFolder(data).files, file)));
    }
    expect(acknowledged).toEqual(Array.from({ length: 2 * PAIRS }, () => true));
  }, 60_000);
});

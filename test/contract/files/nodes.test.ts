import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startNode } from '../../helpers/nodes.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { filesAt, useObjectStore } from '../../helpers/s3/use-object-store.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { freshDatabase, hasPostgres } from '../../helpers/use-postgres.ts';

describe.runIf(hasPostgres())('payment files of several nodes', () => {
  test('are available on every node, even after the receiving node has stopped', async () => {
    const { place } = await useObjectStore();
    const url = await freshDatabase();
    const one = await startNode(url, filesAt(place));
    const two = await startNode(url, filesAt(place));
    const file = bulkFile(300);
    const { consentId, token } = await one.tpp.approved(file);
    await one.service.stop();
    const read = await two.tpp.get(`/file-payment-consents/${consentId}/file`);
    expect(read.bytes.equals(file)).toBe(true);
    const paymentId = String(dataOf(await two.tpp.submit(consentId, token))['FilePaymentId']);
    expect((await two.tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
    const details = await two.tpp.get(`/file-payments/${paymentId}/payment-details`);
    expect(details.status).toBe(200);
    expect(await two.service.store.auditBooks()).toEqual([]);
  });

  test('cannot be split between folders of different nodes', async () => {
    const url = await freshDatabase();
    const one = await startNode(url, {});
    await expect(startNode(url, {})).rejects.toThrow(
      /another folder than .+ Set PIS_DATA_DIR .+ To run several nodes, use PIS_FILES=s3:/,
    );
    const { directory } = one.service;
    await expect(startNode(url, {}, { directory })).rejects.toThrow('open in another process');
    await one.service.stop();
    await startNode(url, {}, { directory });
  });

  test('cannot be used by two nodes that start at the same time', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'nodes-'));
    const urls = [await freshDatabase(), await freshDatabase()];
    const starts = urls.map((url) => startNode(url, {}, { directory }).then(() => 'ready', String));
    expect((await Promise.all(starts)).sort()).toEqual([
      expect.stringContaining('The data folder is open in another process.'),
      'ready',
    ]);
  });
});

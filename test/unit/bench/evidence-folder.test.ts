import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadText, MAX_IDLE_LOAD_PER_CORE, writeFolder } from '../../../bench/evidence/folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CORES = 4;
const MAX_IDLE_LOAD = MAX_IDLE_LOAD_PER_CORE * CORES;
const WARNING = '**The machine was not idle**';

/** Returns the README of a run on a machine with this load. */
function readmeOf(loadBefore: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'pis-evidence-'));
  try {
    writeFolder(folder, {
      run: {
        ...{ startedAt: '2026-03-02T10:00:00.000Z', seconds: 60 },
        commit: { id: 'c0ffee', isDirty: false },
        machine: { processor: 'CPU', cores: CORES, memoryGB: 8, system: 'Linux', node: 'v26' },
      },
      ...{ isQuick: false, store: 'sqlite', settings: {}, loadBefore, layers: [] },
      ...{ levels: [], samples: [], problems: [], accepted: 1, reasons: [] },
    });
    return readFileSync(join(folder, 'README.md'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the README of an evidence folder', () => {
  it('warns that the figures are not comparable if the machine was not idle', () => {
    expect(readmeOf(MAX_IDLE_LOAD)).toContain('Load of the machine before the run: 1.00.\n');
    const busy = readmeOf(MAX_IDLE_LOAD + 0.01);
    expect(busy).toContain(`Load of the machine before the run: 1.01. ${WARNING}: the load was`);
    expect(busy).toContain('0.25 for each core, so the figures are not comparable');
  });

  it.each(['latest', 'postgres'])('in %s describes the load of its manifest', (name) => {
    const read = (file: string) => readFileSync(join(ROOT, 'bench/evidence', name, file), 'utf8');
    const { loadBefore, machine } = JSON.parse(read('manifest.json')) as {
      readonly loadBefore: number;
      readonly machine: { readonly cores: number };
    };
    expect(read('README.md')).toContain(`${loadText(loadBefore, machine.cores)}\n`);
  });
});

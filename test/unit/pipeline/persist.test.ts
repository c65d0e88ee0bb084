import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentPath, temporaryDirectory } from '../../../src/domain/content.ts';
import type { SpooledFile } from '../../../src/domain/ports.ts';
import { keepFile } from '../../../src/pipeline/persist.ts';

const CONTENT = Buffer.from('{"Data":{}}');
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/persist-`);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function inMemory(): SpooledFile {
  const buffer = new SharedArrayBuffer(CONTENT.length + 10);
  new Uint8Array(buffer).set(CONTENT);
  return { kind: 'memory', buffer, bytes: CONTENT.length };
}

function onDisk(name: string): SpooledFile {
  const path = `${temporaryDirectory(folder)}/${name}`;
  mkdirSync(temporaryDirectory(folder), { recursive: true });
  writeFileSync(path, CONTENT);
  return { kind: 'disk', path, bytes: CONTENT.length };
}

function leftovers(): string[] {
  return readdirSync(temporaryDirectory(folder));
}

describe('keepFile', () => {
  it('keeps a file from memory under its hash, as often as it is told to', () => {
    keepFile(inMemory(), SHA256, folder);
    keepFile(inMemory(), SHA256, folder);
    expect(readFileSync(contentPath(folder, SHA256))).toEqual(CONTENT);
    expect(leftovers()).toEqual([]);
  });

  it('moves a file from disk, and drops it when there is one already', () => {
    keepFile(onDisk('one'), SHA256, folder);
    expect(leftovers()).toEqual([]);
    keepFile(onDisk('two'), SHA256, folder);
    expect(leftovers()).toEqual([]);
    expect(readFileSync(contentPath(folder, SHA256))).toEqual(CONTENT);
  });

  it('leaves nothing behind when it cannot', () => {
    // A folder of the file's name cannot be replaced by a file.
    const path = contentPath(folder, SHA256);
    mkdirSync(path, { recursive: true });
    expect(() => {
      keepFile(inMemory(), SHA256, folder);
    }).toThrow('EISDIR');
    mkdirSync(temporaryDirectory(folder), { recursive: true });
    expect(leftovers()).toEqual([]);
  });
});

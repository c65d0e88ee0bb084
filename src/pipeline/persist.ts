import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { contentPath, temporaryDirectory } from '../domain/content.ts';
import type { SpooledFile } from '../domain/ports.ts';

/**
 * Keeps a file under the SHA-256 of its bytes (hex). When it returns, the file survives a power
 * cut, whole and under its final name; when it throws, nothing is left of it. The same file may be
 * kept any number of times. A file on disk is moved: its temporary path is gone afterwards.
 */
export function keepFile(file: SpooledFile, sha256: string, filesDirectory: string): void {
  const path = contentPath(filesDirectory, sha256);
  const folder = dirname(path);
  const isNewFolder = mkdirSync(folder, { recursive: true }) !== undefined;
  if (existsSync(path)) {
    // Another job may have renamed it a moment ago and not yet have made that durable.
    syncFile(path);
    if (file.kind === 'disk') rmSync(file.path, { force: true });
  } else if (file.kind === 'disk') {
    syncFile(file.path);
    renameSync(file.path, path);
  } else {
    writeFile(path, new Uint8Array(file.buffer, 0, file.bytes), filesDirectory);
  }
  syncFolder(folder);
  if (isNewFolder) syncFolder(filesDirectory);
}

function writeFile(path: string, bytes: Uint8Array, filesDirectory: string): void {
  const folder = temporaryDirectory(filesDirectory);
  const temporary = `${folder}/${randomUUID()}`;
  mkdirSync(folder, { recursive: true });
  const descriptor = openSync(temporary, 'wx', 0o600);
  try {
    try {
      for (let written = 0; written < bytes.length;) {
        written += writeSync(descriptor, bytes, written);
      }
      fdatasyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the names in a folder durable. */
function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

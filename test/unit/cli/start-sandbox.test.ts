import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runProgram } from '../../../src/cli/start-sandbox.ts';

/** A service that is ready at once, at the port of its settings, and ends. */
const SERVICE = `
process.send({ port: Number(process.env.PIS_HTTP_PORT), httpsPort: 1, pagesPort: 2 }, () =>
  process.disconnect());
`;

describe('payment-initiation-service sandbox', () => {
  let folder = '';
  let printed = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sandbox of $USER's -"));
    writeFileSync(join(folder, 'service.js'), SERVICE);
    printed = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    process.exitCode = 0;
    rmSync(folder, { recursive: true });
  });

  const start = (...options: readonly string[]) =>
    runProgram(
      join(folder, 'service.js'),
      ['sandbox', '--folder', folder, ...options],
      process.env,
    );

  test('uses the port of PIS_HTTP_PORT, unless --port names another one', async () => {
    vi.stubEnv('PIS_HTTP_PORT', '18123');
    await start();
    expect(printed).toContain('http://127.0.0.1:18123/docs');
    await start('--port', '18124');
    expect(printed).toContain('http://127.0.0.1:18124/docs');
  });

  test('prints commands for a shell, with paths that contain any character', async () => {
    await start('--port', '18123');
    const wordIn = (pattern: RegExp) => {
      const word = pattern.exec(printed)?.[1] ?? '';
      return execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' });
    };
    expect(wordIn(/--data (.*) --origin/)).toBe(join(folder, 'data'));
    expect(wordIn(/ pay (.*) --debtor/)).toBe(join(folder, 'suppliers.csv'));
  });
});

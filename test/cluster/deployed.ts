import { readFileSync } from 'node:fs';
import { assert } from '../../src/shared/assert.ts';

/** What of a file of deploy/ is put otherwise, and how. */
export type Changes = Readonly<Record<string, string>>;

/**
 * A file of deploy/ as it is, but for these texts: addresses, and places on disk. A text that the
 * file does not have is a mistake, so that file and test cannot part unseen.
 */
export function deployed(path: string, changes: Changes = {}): string {
  let text = readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    assert(text.includes(from), `deploy/${path} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** The settings of a file of `NAME=value` lines of deploy/, as systemd reads it. */
export function deployedSettings(path: string, changes: Changes = {}): Record<string, string> {
  const lines = deployed(path, changes).split('\n');
  const settings = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    settings.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}

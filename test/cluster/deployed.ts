import { readFileSync } from 'node:fs';
import { assert } from '../../src/shared/assert.ts';

/** Replacements of texts in a file of deploy/. */
export type Changes = Readonly<Record<string, string>>;

/**
 * Returns a file of deploy/ with these texts replaced, such as addresses and paths. Fails if the
 * file does not contain a text, so that the file and its test stay consistent.
 */
export function deployed(path: string, changes: Changes = {}): string {
  let text = readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    assert(text.includes(from), `deploy/${path} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Returns the settings of a file with `NAME=value` lines in deploy/, as systemd reads them. */
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

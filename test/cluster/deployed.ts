import { readFileSync } from 'node:fs';
import { assert } from '../../src/shared/assert.ts';

/** Texts to replace in a file of deploy/, with their replacements. */
export type Changes = Readonly<Record<string, string>>;

/**
 * Returns the content of a file in deploy/ after some replacements, for example of addresses and
 * paths. Fails if the file lacks a text to replace, so that the test notices changes of the file.
 */
export function deployed(path: string, changes: Changes = {}): string {
  let text = readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    assert(text.includes(from), `deploy/${path} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Returns the settings in a file of deploy/ with lines `NAME=value`, as systemd reads them. */
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

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { OLDEST_NODE } from '../../src/node-version.ts';

const ROOT = new URL('../../', import.meta.url);

/** Returns a module that sets the Node.js version of a process. */
const asVersion = (version: string) =>
  'data:text/javascript,' +
  `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;

it.each([
  ['dist/main.js', '20.20.2'],
  ['dist/cli/main.js', '22.13.1'],
])('%s prints the required version if it is started on an older Node.js', (program, version) => {
  const path = fileURLToPath(new URL(program, ROOT));
  const { status, stderr } = spawnSync(process.execPath, ['--import', asVersion(version), path], {
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toBe(
    `Not started: Node.js 22.14 or newer is required, but this is ${version}. ` +
      'Install Node.js 22, 24 or 26. (In a checkout, `npm ci && npm start` installs and uses one.)\n',
  );
});

it.each(['pis/bin/pis.js', 'conformance/bin/conformance.js'])(
  '%s prints the version in engines if it is started on an older Node.js',
  (program) => {
    const manifest = readFileSync(new URL(`${program}/../../package.json`, ROOT), 'utf8');
    const { engines } = JSON.parse(manifest) as { engines: { node: string } };
    const path = fileURLToPath(new URL(program, ROOT));
    const args = ['--import', asVersion('22.18.0'), path, '--help'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const oldest = engines.node.replace('>=', '');
    expect(stderr).toBe(`Node.js ${oldest} or later is required, but this is 22.18.0.\n`);
    expect(status).toBe(2);
  },
);

it('package.json requires the same version', () => {
  const { engines } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
    engines: { node: string };
  };
  expect(engines.node).toBe(`>=${OLDEST_NODE}`);
});
